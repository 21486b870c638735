import { Button, buttonClassName } from '@satchel/ui/actions/button';
import { EmptyState } from '@satchel/ui/feedback/empty-state';
import { Link } from '@tanstack/react-router';
import { FileSearch, Folder, FolderPlus, HardDrive, Plus, Upload } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { IS_TOUCH } from '#shared/environment/is-touch.ts';
import { usePrincipal } from '#shared/session/use-session.ts';
import { useListing, usePlace } from '../explorer-context.ts';
import { isFiltering, NO_FILTER } from '../listing/filter-entries.ts';
import { useCommandContext } from '../operations/commands/command-context.ts';
import { commandOfKey } from '../operations/commands/command-lists.ts';
import { chooseUploads } from '../operations/commands/entry-actions.ts';
import { explorerDialog } from '../operations/dialogs/explorer-dialog.ts';
import { useDropTarget } from '../operations/use-drop-target.ts';
import { setGallery } from '../preferences.ts';

/**
 * Message of a directory without visible entries. It accepts dropped files, like the list.
 *
 * @param isFilling whether files are being uploaded into it
 */
export function EmptyDirectory({ isFilling }: { isFilling: boolean }) {
  const { t } = useTranslation('explorer');
  const { path } = usePlace();
  const { directory, filter, setFilter } = useListing();
  const isAdmin = usePrincipal().kind === 'admin';
  if (directory.entries?.length) {
    const title = t(isFiltering(filter) ? 'empty.filtered' : 'empty.noImages');
    return (
      <DropArea path={path} label={title}>
        <EmptyState
          icon={<FileSearch />}
          title={title}
          action={
            <Button
              onClick={() =>
                isFiltering(filter) ? setFilter(NO_FILTER) : setGallery({ isImagesOnly: false })
              }
            >
              {t('empty.showAll')}
            </Button>
          }
        />
      </DropArea>
    );
  }
  if (directory.facts?.isVirtual) {
    return (
      <EmptyState
        icon={<HardDrive />}
        title={t('empty.noMounts')}
        description={t(isAdmin ? 'empty.noMountsAdmin' : 'empty.noMountsKey')}
        action={
          isAdmin && (
            <Link
              to="/admin/mount-management"
              search={{ edit: 'new' }}
              className={buttonClassName('primary')}
            >
              <Plus />
              {t('empty.addMount')}
            </Link>
          )
        }
      />
    );
  }
  return (
    <DropArea path={path} label={t('empty.folder')}>
      <EmptyFolder isFilling={isFilling} />
    </DropArea>
  );
}

interface DropAreaProps {
  path: string;
  label: string;
  children: ReactNode;
}

/** Area of an empty directory. It takes the focus and the shortcuts that the list would have. */
function DropArea({ path, label, children }: DropAreaProps) {
  const drops = useDropTarget();
  const context = useCommandContext();
  const area = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!IS_TOUCH && document.activeElement === document.body) area.current?.focus();
  }, []);

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    if (event.target !== event.currentTarget || event.defaultPrevented) return;
    const command = commandOfKey(event.nativeEvent, context);
    if (!command) return;
    event.preventDefault();
    command.run(context);
  }

  return (
    <section
      ref={area}
      tabIndex={-1}
      aria-label={label}
      onKeyDown={onKeyDown}
      {...drops.propsFor(path)}
      className={`flex min-h-0 flex-1 flex-col justify-center overflow-y-auto ${drops.over === null ? 'outline-none' : 'outline-2 -outline-offset-8 outline-accent outline-dashed'}`}
    >
      {children}
    </section>
  );
}

function EmptyFolder({ isFilling }: { isFilling: boolean }) {
  const { t } = useTranslation('explorer');
  const { path } = usePlace();
  const { abilities, directory } = useListing();
  const hiddenCount = directory.facts?.hiddenCount ?? 0;
  if (isFilling) return <EmptyState icon={<Upload />} title={t('empty.filling')} />;
  return (
    <EmptyState
      icon={<Folder />}
      title={t('empty.folder')}
      description={
        hiddenCount > 0
          ? t('empty.onlyHidden', { count: hiddenCount })
          : abilities.canAdd && t(IS_TOUCH ? 'empty.folderHintTouch' : 'empty.folderHint')
      }
      action={
        abilities.canAdd && (
          <>
            <Button
              variant="primary"
              icon={<Upload />}
              onClick={() => chooseUploads(path, { isFolder: false })}
            >
              {t('actions.uploadFiles')}
            </Button>
            <Button icon={<FolderPlus />} onClick={() => explorerDialog.set({ kind: 'folder' })}>
              {t('actions.newFolder')}
            </Button>
          </>
        )
      }
    />
  );
}
