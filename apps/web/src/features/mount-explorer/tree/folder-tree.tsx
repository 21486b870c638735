import { useSelector } from '@tanstack/react-store';
import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePrincipal } from '#shared/session/use-session.ts';
import { homeOf } from '../abilities.ts';
import { isBelow, pathsTo } from '../entry-path.ts';
import { usePlace } from '../explorer-context.ts';
import { useDropTarget } from '../operations/use-drop-target.ts';
import { collapseFolder, expandFolders, openFolders, TreeNode } from './tree-node.tsx';

/** Tree of folders next to the list, with the usual keys: arrows, Home, End, Enter. */
export function FolderTree() {
  const { t } = useTranslation('explorer');
  const { path } = usePlace();
  const home = homeOf(usePrincipal());
  const drops = useDropTarget();
  const tree = useRef<HTMLUListElement>(null);
  const open = useSelector(openFolders);
  const [focused, setFocused] = useState(path);
  // Expands the current folder and its ancestors after each navigation.
  useEffect(() => {
    expandFolders(pathsTo(path));
    setFocused(path);
  }, [path]);
  const tabStop = deepestShown(home, focused, open);

  function onFocus({ target }: FocusEvent): void {
    if (target instanceof HTMLElement && target.dataset.path) setFocused(target.dataset.path);
  }

  function onKeyDown(event: KeyboardEvent): void {
    const items = [...(tree.current?.querySelectorAll<HTMLElement>('[role="treeitem"]') ?? [])];
    const index = items.findIndex((each) => each.matches(':focus'));
    const item = items[index];
    if (!item) return;
    const isOpen = item.getAttribute('aria-expanded') === 'true';
    const itemPath = item.dataset.path ?? '/';
    const steps: Record<string, () => HTMLElement | undefined> = {
      ArrowDown: () => items[index + 1],
      ArrowUp: () => items[index - 1],
      Home: () => items[0],
      End: () => items.at(-1),
      ArrowRight: () => {
        if (isOpen) return items[index + 1];
        expandFolders([itemPath]);
        return item;
      },
      ArrowLeft: () => {
        if (!isOpen) return parentItemOf(item) ?? item;
        collapseFolder(itemPath);
        return item;
      },
    };
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    step()?.focus();
  }

  return (
    <ul
      ref={tree}
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: its items have the focus and the keys
      role="tree"
      aria-label={t('tree.label')}
      onKeyDown={onKeyDown}
      onFocus={onFocus}
      className="min-h-0 flex-1 overflow-auto p-2 text-sm"
    >
      <TreeNode path={home} level={1} drops={drops} tabStop={tabStop} />
    </ul>
  );
}

/** The path, or its deepest ancestor that is visible because no collapsed folder hides it. */
function deepestShown(home: string, path: string, open: ReadonlySet<string>): string {
  const below = pathsTo(path).filter((each) => isBelow(home, each));
  const collapsed = below.find((each) => !open.has(each));
  return collapsed ?? below.at(-1) ?? home;
}

function parentItemOf(item: HTMLElement): HTMLElement | null | undefined {
  const above = item.closest('li')?.parentElement?.closest('li');
  return above?.querySelector<HTMLElement>('[role="treeitem"]');
}
