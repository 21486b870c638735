import {
  readDraft,
  readLongDraft,
  removeDraft,
  replaceDraft,
} from '#shared/markdown/drafts/draft-store.ts';
import { editDraftName } from '#shared/markdown/drafts/edit-drafts.ts';

export interface EditDraft {
  readonly text: string;
  /** ETag of the edited version; '' if unknown. */
  readonly etag: string;
}

/** Stored drafts of this tab, by path. Those of other tabs stay. */
const own = new Map<string, string>();

/**
 * Reads the unsaved text of a file and the ETag of the version it is based on. Saving overwrites only that
 * version, also after a reload.
 */
export async function readEditDraft(path: string): Promise<EditDraft | null> {
  const kept = readDraft(nameOf(path)) || (await readLongDraft(nameOf(path)));
  if (kept === '') return null;
  const [etag, text] = JSON.parse(kept);
  return { text, etag };
}

export function writeEditDraft(path: string, draft: EditDraft): void {
  const before = own.get(path) ?? '';
  void replaceDraft(nameOf(path), takeEditDraft(path, draft), before);
}

/** Takes a stored draft over into this tab; returns it as it is stored. */
export function takeEditDraft(path: string, { text, etag }: EditDraft): string {
  const stored = JSON.stringify([etag, text]);
  own.set(path, stored);
  return stored;
}

/** Removes the draft of this tab. */
export function forgetEditDraft(path: string): void {
  void removeDraft(nameOf(path), own.get(path) ?? '');
  own.delete(path);
}

function nameOf(path: string): string {
  return editDraftName(`file:${path}`);
}
