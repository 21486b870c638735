import { createAtom } from '@tanstack/react-store';
import type { Attach } from '#shared/markdown/editor/editor-handle.ts';
import { PagePaste } from '#shared/markdown/editor/page-paste.tsx';
import type { ShareOptions } from '#shared/shares/options/share-options.ts';
import type { DetectedKind } from '#shared/text/detect-kind.ts';
import { addDrop } from '#shared/uploads/choosing/add-drop.ts';
import {
  addChosenFiles,
  type Chosen,
  chosenFiles,
  readingDrops,
  type WaitingFile,
} from '#shared/uploads/choosing/chosen-files.ts';

/** Adds dropped and pasted files to the chosen ones. */
export const ATTACH: Attach = {
  dropped: addDrop,
  files: (files) => void addChosenFiles(files.map((file) => ({ file, directory: '' }))),
  Paste: PagePaste,
};

/** Whether files are chosen, or being read. */
export const hasFiles = createAtom(() => chosenFiles.get().length + readingDrops.get().length > 0);

/**
 * Starts the upload of files and shows their link; rejects if the server refuses the link.
 *
 * @returns the files whose upload has started
 */
export type ShareFiles = (chosen: Chosen, options: ShareOptions) => Promise<readonly WaitingFile[]>;

/** Text beside files, and the options of their link. */
export interface TextBeside {
  readonly content: string;
  readonly kind: DetectedKind['kind'];
  readonly options: ShareOptions;
}

/**
 * Shares the chosen files and the text behind one link.
 *
 * @returns whether an upload has started; what was started is no longer chosen
 */
export async function shareAttached(beside: TextBeside, shareFiles: ShareFiles): Promise<boolean> {
  const files = [...chosenFiles.get(), ...textFilesOf(beside)];
  const uploaded = await shareFiles({ files, drops: readingDrops.get() }, beside.options);
  chosenFiles.set((all) => all.filter((each) => !uploaded.includes(each)));
  return uploaded.length > 0;
}

/** A text as a file of its own; none for an empty text. */
function textFilesOf({ content, kind }: TextBeside): WaitingFile[] {
  if (content.trim() === '') return [];
  const isMarkdown = kind === 'markdown';
  const type = isMarkdown ? 'text/markdown' : 'text/plain';
  const file = new File([content], isMarkdown ? 'text.md' : 'text.txt', { type });
  return [{ id: 'text', file, directory: '' }];
}
