import { Button } from '@satchel/ui/actions/button';
import { TextField } from '@satchel/ui/forms/text-field';
import { Breadcrumb } from '@satchel/ui/layout/breadcrumb';
import { VirtualList } from '@satchel/ui/lists/virtual-list';
import type { VirtualItemsHandle } from '@satchel/ui/lists/virtual-rows';
import { Dialog } from '@satchel/ui/overlays/dialog';
import { FolderPlus } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sentenceOf } from '#shared/errors/sentence-of.ts';
import { showErrorToast } from '#shared/errors/show-error-toast.ts';
import { EntryIcon } from '#shared/file-types/entry-icon.tsx';
import { plainName } from '#shared/format/plain-name.ts';
import { usePrincipal } from '#shared/session/use-session.ts';
import { useHeldState } from '#shared/unsaved/use-held-state.ts';
import { abilitiesIn } from '../../abilities.ts';
import { useCrumbs } from '../../components/bars/location.tsx';
import { childPath, nameOf, plainPath } from '../../entry-path.ts';
import { filterEntries, NO_FILTER } from '../../listing/filter-entries.ts';
import { type DirectoryFacts, useDirectory } from '../../listing/use-directory.ts';
import { useMakeEntry } from '../../mutations.ts';
import type { Entry } from '../../queries.ts';
import { freeName } from '../entry-name.ts';

const NONE_HIDDEN: ReadonlySet<string> = new Set();
const BY_NAME = { sort: 'name', order: 'asc' } as const;

export interface FolderDialogProps {
  title: string;
  submitLabel: string;
  /** Folder that is shown first. */
  start: string;
  /** Paths of folders that cannot be opened. */
  blocked?: readonly string[];
  /** Reason why the shown folder cannot be chosen; undefined if it can. */
  refusalOf: (folder: string, facts: DirectoryFacts) => string | undefined;
  onChoose: (folder: string) => void;
  onClose: () => void;
}

/** Lets the user walk through the folders of the mounts, make one, and choose one. */
export function FolderDialog(props: FolderDialogProps) {
  const { blocked = [], onClose } = props;
  const { t } = useTranslation(['explorer', 'shell']);
  const principal = usePrincipal();
  const { value: target, setValue: setTarget } = useHeldState('folder', () => props.start);
  const [words, setWords] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<VirtualItemsHandle>(null);
  const listing = useDirectory(target, BY_NAME);
  const make = useMakeEntry('folder');
  const { facts } = listing;
  const refusal = facts && props.refusalOf(target, facts);
  const folders = useMemo(
    () => (listing.entries ?? []).filter((entry) => entry.isDirectory),
    [listing.entries],
  );
  const shown = filterEntries(folders, { ...NO_FILTER, words }, NONE_HIDDEN);

  function goTo(path: string): void {
    setTarget(path);
    setWords('');
  }

  function handleKey(event: KeyboardEvent): void {
    // Enter that confirms a word of an input method.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown' && shown.length > 0) {
      event.preventDefault();
      list.current?.focusItem(0);
    }
    const first = shown.find(({ path }) => !blocked.includes(path));
    if (event.key === 'Enter' && words.trim() !== '' && first) goTo(plainPath(first.path));
  }

  async function addFolder(): Promise<void> {
    const name = freeName([t('new.folderName'), ''], listing.entries ?? []);
    try {
      await make.mutateAsync(childPath(target, name));
      goTo(childPath(target, name));
    } catch (error) {
      showErrorToast(error);
    }
  }

  return (
    <Dialog
      onClose={onClose}
      width="medium"
      title={props.title}
      footer={
        <>
          {abilitiesIn(principal, target, facts).canAdd && (
            <Button
              className="mr-auto"
              icon={<FolderPlus />}
              isBusy={make.isPending}
              onClick={() => void addFolder()}
            >
              {t('actions.newFolder')}
            </Button>
          )}
          <Button onClick={onClose}>{t('shell:actions.cancel')}</Button>
          <Button
            variant="primary"
            disabled={!facts || refusal !== undefined}
            onClick={() => props.onChoose(target)}
          >
            {props.submitLabel}
          </Button>
        </>
      }
    >
      <Breadcrumb
        label={t('picker.location')}
        moreLabel={t('location.more')}
        crumbs={useCrumbs(target)}
        onSelect={({ key }) => goTo(key)}
      />
      <TextField
        ref={field}
        label={t('picker.filter')}
        isLabelHidden
        placeholder={t('picker.filter')}
        type="search"
        autoComplete="off"
        className="mt-2"
        value={words}
        onChange={(event) => setWords(event.target.value)}
        onKeyDown={handleKey}
      />
      <div className="mt-2 flex h-72 flex-col rounded-md border border-line">
        <Folders
          key={target}
          {...{ target, listing, folders, shown, blocked, list }}
          onTarget={goTo}
          onOpen={(path) => {
            goTo(path);
            // The list of the opened folder replaces the one that had the focus.
            field.current?.focus();
          }}
        />
      </div>
      <p className="mt-2 min-h-5 text-caption text-ink-muted">{refusal}</p>
    </Dialog>
  );
}

interface FoldersProps {
  target: string;
  listing: ReturnType<typeof useDirectory>;
  folders: readonly Entry[];
  /** Folders that match the filter. */
  shown: readonly Entry[];
  blocked: readonly string[];
  list: RefObject<VirtualItemsHandle | null>;
  onTarget: (path: string) => void;
  /** Called when a folder is opened by the keyboard. */
  onOpen: (path: string) => void;
}

function Folders(props: FoldersProps) {
  const { target, listing, folders, shown, blocked, list, onTarget, onOpen } = props;
  const { t } = useTranslation('explorer');
  if (listing.error) return <p className="p-4 text-sm text-danger">{sentenceOf(listing.error)}</p>;
  if (listing.entries && folders.length === 0) {
    return <p className="p-4 text-sm text-ink-muted">{t('picker.none')}</p>;
  }
  if (folders.length > 0 && shown.length === 0) {
    return (
      <p role="status" className="p-4 text-sm text-ink-muted">
        {t('picker.noMatch')}
      </p>
    );
  }
  return (
    <VirtualList
      label={t('list.label', { name: plainName(nameOf(target)) || t('root') })}
      handle={list}
      items={shown}
      getKey={(entry) => entry.path}
      rowHeightPx={40}
      className="flex-1"
      onOpen={(entry) => onOpen(plainPath(entry.path))}
      renderItem={(entry) => (
        <button
          type="button"
          tabIndex={-1}
          disabled={blocked.includes(entry.path)}
          onClick={() => onTarget(plainPath(entry.path))}
          className="flex h-full w-full items-center gap-2.5 px-3 text-left text-sm hover:bg-hover disabled:opacity-45"
        >
          <EntryIcon entry={entry} />
          <span className="truncate">{plainName(entry.name)}</span>
        </button>
      )}
    />
  );
}
