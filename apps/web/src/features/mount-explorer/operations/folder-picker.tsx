import { Button } from '@satchel/ui/actions/button';
import { Breadcrumb } from '@satchel/ui/layout/breadcrumb';
import { VirtualList } from '@satchel/ui/lists/virtual-list';
import { Dialog } from '@satchel/ui/overlays/dialog';
import { FolderPlus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sentenceOf } from '#shared/errors/sentence-of.ts';
import { showErrorToast } from '#shared/errors/show-error-toast.ts';
import { EntryIcon } from '#shared/file-types/entry-icon.tsx';
import { plainName } from '#shared/format/plain-name.ts';
import { usePrincipal } from '#shared/session/use-session.ts';
import { abilitiesIn, canMoveTo } from '../abilities.ts';
import { useCrumbs } from '../components/location.tsx';
import { childPath, nameOf, plainPath } from '../entry-path.ts';
import { useListing, usePlace } from '../explorer-context.ts';
import { useDirectory } from '../listing/use-directory.ts';
import { useMakeEntry } from '../mutations.ts';
import type { Entry } from '../queries.ts';
import { copyInto } from '../transfers/copies/copy-entries.ts';
import { canTake, isIntoItself } from './dragging.ts';
import { freeName } from './entry-name.ts';

const BY_NAME = { sort: 'name', order: 'asc' } as const;

export interface FolderPickerProps {
  isMove: boolean;
  entries: readonly Entry[];
  onClose: () => void;
}

/** Lets the user choose the target folder of a copy or a move. */
export function FolderPicker({ isMove, entries, onClose }: FolderPickerProps) {
  const { t } = useTranslation(['explorer', 'shell']);
  const { path } = usePlace();
  const { directory } = useListing();
  const principal = usePrincipal();
  const [target, setTarget] = useState(path);
  const listing = useDirectory(target, BY_NAME);
  const make = useMakeEntry('folder');
  const paths = entries.map((entry) => entry.path);
  const abilities = abilitiesIn(principal, target, listing.facts);
  const isSameMount = directory.facts?.mountId === listing.facts?.mountId;
  const isAllowed = isMove
    ? listing.facts?.isVirtual === false && canMoveTo(principal, target, isSameMount)
    : abilities.canCopyHere;
  const hasPlace = isMove ? canTake(target, paths) : !isIntoItself(target, paths);

  async function addFolder(): Promise<void> {
    const name = freeName([t('new.folderName'), ''], listing.entries ?? []);
    try {
      await make.mutateAsync(childPath(target, name));
      setTarget(childPath(target, name));
    } catch (error) {
      showErrorToast(error);
    }
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      width="medium"
      title={t(isMove ? 'picker.move' : 'picker.copy', { count: entries.length })}
      footer={
        <>
          {abilities.canAdd && (
            <Button
              className="mr-auto"
              icon={<FolderPlus className="size-4" />}
              isBusy={make.isPending}
              onClick={() => void addFolder()}
            >
              {t('actions.newFolder')}
            </Button>
          )}
          <Button onClick={onClose}>{t('shell:actions.cancel')}</Button>
          <Button
            variant="primary"
            disabled={!isAllowed || !hasPlace}
            onClick={() => {
              copyInto(target, paths, { isMove });
              onClose();
            }}
          >
            {t(isMove ? 'picker.moveHere' : 'picker.copyHere')}
          </Button>
        </>
      }
    >
      <Breadcrumb
        label={t('picker.location')}
        moreLabel={t('location.more')}
        crumbs={useCrumbs(target)}
        onSelect={({ key }) => setTarget(key)}
      />
      <div className="mt-1 flex h-72 flex-col rounded-md border border-line">
        <Folders key={target} {...{ target, listing, paths }} onTarget={setTarget} />
      </div>
      <p className="mt-2 min-h-5 text-caption text-ink-muted">
        {isAllowed && !hasPlace && t(isMove ? 'picker.same' : 'picker.itself')}
        {!isAllowed && listing.facts && t('picker.notHere')}
      </p>
    </Dialog>
  );
}

interface FoldersProps {
  target: string;
  listing: ReturnType<typeof useDirectory>;
  paths: readonly string[];
  onTarget: (path: string) => void;
}

function Folders({ target, listing, paths, onTarget }: FoldersProps) {
  const { t } = useTranslation('explorer');
  const folders = useMemo(
    () => (listing.entries ?? []).filter((entry) => entry.isDirectory),
    [listing.entries],
  );
  if (listing.error) return <p className="p-4 text-sm text-danger">{sentenceOf(listing.error)}</p>;
  if (listing.entries && folders.length === 0) {
    return <p className="p-4 text-sm text-ink-muted">{t('picker.none')}</p>;
  }
  return (
    <VirtualList
      label={t('list.label', { name: plainName(nameOf(target)) || t('root') })}
      items={folders}
      getKey={(entry) => entry.path}
      rowHeightPx={40}
      className="flex-1"
      onOpen={(entry) => onTarget(plainPath(entry.path))}
      renderItem={(entry) => (
        <button
          type="button"
          tabIndex={-1}
          disabled={paths.includes(entry.path)}
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
