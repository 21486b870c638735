import { useEffect, useRef } from 'react';
import type { ChosenFile } from '#shared/uploads/dropped-files.ts';
import { receiveDrop } from '#shared/uploads/receive-drop.ts';
import { abilitiesWith } from '../abilities.ts';
import { splitName } from '../entry-path.ts';
import { type Explorer, useExplorer } from '../explorer-context.ts';
import { type DirectoryActions, useDirectoryActions } from './use-directory-actions.ts';

const EDITABLE =
  'input, textarea, select, [contenteditable="true"], [role="dialog"], [role="menu"]';

/**
 * Ctrl with X, C and V, as the browser tells of them: so files and images of other programs can be
 * pasted, too. Where something is typed, and in dialogs, they are the field's own.
 */
export function useClipboardKeys(): void {
  const explorer = useExplorer();
  const actions = useDirectoryActions();
  const latest = useRef({ explorer, actions });
  latest.current = { explorer, actions };

  useEffect(() => {
    const listener = (event: ClipboardEvent) => {
      if (event.target instanceof Element && event.target.closest(EDITABLE)) return;
      if (document.querySelector('[role="dialog"]')) return;
      const { explorer: now, actions: can } = latest.current;
      if (event.type === 'paste') paste(event, now, can);
      else take(event, now);
    };
    for (const type of ['cut', 'copy', 'paste'] as const) document.addEventListener(type, listener);
    return () => {
      for (const type of ['cut', 'copy', 'paste'] as const) {
        document.removeEventListener(type, listener);
      }
    };
  }, []);
}

function take(event: ClipboardEvent, { selection, abilities: here, operations }: Explorer): void {
  const { entries } = selection;
  // Text that somebody has selected on the page is copied as ever.
  if (entries.length === 0 || !(getSelection()?.isCollapsed ?? true)) return;
  const abilities = abilitiesWith(here, entries);
  const isMove = event.type === 'cut';
  if (isMove ? !abilities.canMove : !abilities.canCopy) return;
  event.preventDefault();
  // Other programs get the names; and files that were there before are not pasted by mistake.
  event.clipboardData?.setData('text/plain', entries.map(({ name }) => name).join('\n'));
  if (isMove) operations.cut(entries);
  else operations.copy(entries);
}

function paste(event: ClipboardEvent, explorer: Explorer, { canPaste }: DirectoryActions): void {
  const { operations, abilities, path } = explorer;
  const { clipboardData } = event;
  if (clipboardData && clipboardData.files.length > 0) {
    event.preventDefault();
    if (!abilities.canAdd) return;
    void receiveDrop(clipboardData).then(({ files }) => operations.upload(path, files.map(named)));
  } else if (canPaste) {
    event.preventDefault();
    operations.paste(path);
  }
}

/** Browsers call every picture that is pasted "image.png": the time tells them apart. */
function named({ file, directory }: ChosenFile): ChosenFile {
  if (file.name !== 'image.png') return { file, directory };
  const time = new Date().toISOString().slice(0, 19).replace('T', ' ').replaceAll(':', '.');
  const [, extension] = splitName(file.name);
  return { file: new File([file], `${time}${extension}`, { type: file.type }), directory };
}
