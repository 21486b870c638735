import type { Attach } from '#shared/markdown/editor/editor-handle.ts';
import type { DetectedKind } from '#shared/text/detect-kind.ts';
import { addDrop } from '#shared/uploads/add-drop.ts';
import { addChosenFiles, type WaitingFile } from '#shared/uploads/chosen-files.ts';

/** Adds dropped and pasted files to the chosen ones. */
export const ATTACH: Attach = {
  dropped: addDrop,
  files: (files) => addChosenFiles(files.map((file) => ({ file, directory: '' }))),
};

export interface TextBeside {
  readonly content: string;
  readonly kind: DetectedKind['kind'];
}

/** A text beside files as a file of its own; none for an empty text. */
export function textFilesOf({ content, kind }: TextBeside): WaitingFile[] {
  if (content.trim() === '') return [];
  const isMarkdown = kind === 'markdown';
  const type = isMarkdown ? 'text/markdown' : 'text/plain';
  const file = new File([content], isMarkdown ? 'text.md' : 'text.txt', { type });
  return [{ id: 'text', file, directory: '' }];
}
