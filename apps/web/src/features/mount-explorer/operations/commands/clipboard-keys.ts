import type { ChosenFile } from '@satchel/multipart-uploader/drop';
import { useEffect, useEffectEvent } from 'react';
import { splitName } from '#shared/file-types/file-types.ts';
import { receiveDrop } from '#shared/uploads/choosing/receive-drop.ts';
import { uploadInto } from '../../transfers/uploads/upload-entries.ts';
import { type CommandContext, useCommandContext } from './command-context.ts';
import { EXPLORER_COMMANDS } from './commands.tsx';

const EDITABLE =
  'input, textarea, select, [contenteditable="true"], [role="dialog"], [role="menu"]';

/**
 * Handles Ctrl with X, C and V by the browser's clipboard events, so that users can also paste files and
 * images of other programs. Inputs and dialogs handle these events themselves.
 *
 * A separate component, so that a changed selection, at each frame of a lasso, does not render the window.
 */
export function ClipboardKeys(): null {
  const context = useCommandContext();
  const onEvent = useEffectEvent((event: ClipboardEvent) => {
    if (event.target instanceof Element && event.target.closest(EDITABLE)) return;
    if (document.querySelector('[role="dialog"]')) return;
    if (event.type === 'paste') paste(event, context);
    else take(event, context);
  });

  useEffect(() => {
    const stopping = new AbortController();
    const listener = (event: ClipboardEvent) => onEvent(event);
    for (const type of ['cut', 'copy', 'paste'] as const) {
      document.addEventListener(type, listener, { signal: stopping.signal });
    }
    return () => stopping.abort();
  }, []);
  return null;
}

function run(event: ClipboardEvent, context: CommandContext): boolean {
  const command = EXPLORER_COMMANDS.find((each) => each.event === event.type);
  if (!command?.isShown(context)) return false;
  event.preventDefault();
  command.run(context);
  return true;
}

function take(event: ClipboardEvent, context: CommandContext): void {
  const { chosen } = context;
  // Leaves the browser's copy of selected text alone.
  if (chosen.length === 0 || !(getSelection()?.isCollapsed ?? true)) return;
  if (!run(event, context)) return;
  // Other programs get the names. This also replaces files in the clipboard, so that they cannot be pasted by
  // mistake.
  event.clipboardData?.setData('text/plain', chosen.map(({ name }) => name).join('\n'));
}

function paste(event: ClipboardEvent, context: CommandContext): void {
  const { clipboardData } = event;
  if (!clipboardData || clipboardData.files.length === 0) {
    run(event, context);
    return;
  }
  event.preventDefault();
  if (!context.here.canAdd) return;
  void receiveDrop(clipboardData).then(({ files }) => uploadInto(context.path, files.map(named)));
}

/** Adds the time to pasted pictures, because browsers call each of them "image.png". */
function named({ file, directory }: ChosenFile): ChosenFile {
  if (file.name !== 'image.png') return { file, directory };
  const time = new Date().toISOString().slice(0, 19).replace('T', ' ').replaceAll(':', '.');
  const [, extension] = splitName(file.name);
  return { file: new File([file], `${time}${extension}`, { type: file.type }), directory };
}
