import { type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query';
import { useSelector } from '@tanstack/react-store';
import clsx from 'clsx';
import { ChevronRight, Folder, HardDrive } from 'lucide-react';
import { type KeyboardEvent, type MouseEvent, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { sentenceOf } from '#shared/errors/sentence-of.ts';
import { plainName } from '#shared/format/plain-name.ts';
import { createOwnedAtom } from '#shared/session/owned-atom.ts';
import { nameOf, plainPath } from '../entry-path.ts';
import { usePlace } from '../explorer-context.ts';
import { compareEntries } from '../listing/sort-entries.ts';
import type { DropTarget } from '../operations/use-drop-target.ts';
import { directoryOptions, type Entry } from '../queries.ts';

/** Folders of the tree that are expanded in this tab. */
export const openFolders = createOwnedAtom<ReadonlySet<string>>(() => new Set(['/']));

export function expandFolders(paths: readonly string[]): void {
  openFolders.set((open) =>
    paths.every((path) => open.has(path)) ? open : new Set([...open, ...paths]),
  );
}

export function collapseFolder(path: string): void {
  openFolders.set((open) => new Set([...open].filter((each) => each !== path)));
}

const INDENT_PX = 14;
const byName = compareEntries({ sort: 'name', order: 'asc' });

export interface TreeNodeProps {
  path: string;
  /** Whether to show the icon of a mount. */
  isMount?: boolean;
  level: number;
  drops: DropTarget;
  /** Path of the item that Tab reaches. */
  tabStop: string;
}

/** A folder of the tree with its subfolders, if it is expanded. */
export function TreeNode({ path, isMount = false, level, drops, tabStop }: TreeNodeProps) {
  const { t } = useTranslation('explorer');
  const { path: current, address } = usePlace();
  const isOpen = useSelector(openFolders, (open) => open.has(path));
  const listing = useInfiniteQuery({ ...directoryOptions(path), enabled: isOpen });
  const folders = useMemo(() => foldersIn(listing.data?.pages), [listing.data]);
  /** True if the folder has no subfolders, so that it cannot be expanded. */
  const isLeaf = listing.isSuccess && !listing.hasNextPage && folders.length === 0;
  const isCurrent = path === current;
  const Icon = path === '/' || isMount ? HardDrive : Folder;
  const name = plainName(nameOf(path)) || t('root');

  function toggle(event: MouseEvent): void {
    event.stopPropagation();
    if (isOpen) collapseFolder(path);
    else expandFolders([path]);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.target !== event.currentTarget || (event.key !== 'Enter' && event.key !== ' '))
      return;
    event.preventDefault();
    address.goTo(path);
  }

  return (
    <li role="none">
      <div
        {...drops.propsFor(path)}
        role="treeitem"
        aria-level={level}
        aria-expanded={isLeaf ? undefined : isOpen}
        aria-selected={isCurrent}
        data-path={path}
        tabIndex={path === tabStop ? 0 : -1}
        onKeyDown={onKeyDown}
        onClick={() => address.goTo(path)}
        style={{ paddingLeft: (level - 1) * INDENT_PX }}
        className={clsx(
          'flex h-8 cursor-default items-center gap-1.5 rounded-sm pr-2 whitespace-nowrap select-none -outline-offset-2',
          isCurrent ? 'bg-accent-soft text-accent-strong' : 'text-ink hover:bg-hover',
          drops.over === path && 'outline-2 outline-accent',
        )}
      >
        <span
          aria-hidden="true"
          onClick={toggle}
          className={clsx(
            'inline-flex size-6 shrink-0 items-center justify-center rounded-sm text-ink-faint hover:bg-hover hover:text-ink',
            isLeaf && 'invisible',
          )}
        >
          <ChevronRight className={clsx('size-3.5 transition-transform', isOpen && 'rotate-90')} />
        </span>
        <Icon
          aria-hidden="true"
          strokeWidth={1.75}
          className={clsx(
            'size-4 shrink-0',
            path === '/' || isMount ? 'text-accent' : 'fill-saddle-soft text-saddle',
          )}
        />
        <span className="truncate">{name}</span>
      </div>
      {isOpen && !isLeaf && (
        <Children
          listing={listing}
          folders={folders}
          level={level + 1}
          drops={drops}
          tabStop={tabStop}
        />
      )}
    </li>
  );
}

interface ChildrenProps extends Pick<TreeNodeProps, 'level' | 'drops' | 'tabStop'> {
  listing: UseInfiniteQueryResult<{ pages: readonly unknown[] }>;
  folders: readonly Entry[];
}

/** Subfolders of a folder: the first page, and a button that loads more. */
function Children({ listing, folders, level, drops, tabStop }: ChildrenProps) {
  const { t } = useTranslation(['explorer', 'shell']);
  const { data, error, hasNextPage, isFetching } = listing;
  const indent = { paddingLeft: level * INDENT_PX + 12 };
  return (
    // biome-ignore lint/a11y/useSemanticElements: the group of a tree has no element of its own
    <ul role="group">
      {folders.map((entry) => (
        <TreeNode
          key={entry.path}
          path={plainPath(entry.path)}
          isMount={entry.isMount === true}
          level={level}
          drops={drops}
          tabStop={tabStop}
        />
      ))}
      {(error || (hasNextPage && !isFetching)) && (
        <li role="none" style={indent} className="py-1 text-caption text-ink-muted">
          {error && <span className="block text-danger">{sentenceOf(error)}</span>}
          <button
            type="button"
            className="touch-target rounded-sm text-accent underline underline-offset-2"
            onClick={() => void (data ? listing.fetchNextPage() : listing.refetch())}
          >
            {error ? t('shell:actions.retry') : t('tree.more')}
          </button>
        </li>
      )}
    </ul>
  );
}

function foldersIn(pages: readonly { items: readonly Entry[] }[] = []): readonly Entry[] {
  return pages.flatMap(({ items }) => items.filter((entry) => entry.isDirectory)).toSorted(byName);
}
