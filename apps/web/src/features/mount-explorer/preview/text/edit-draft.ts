import { readDraft, readLongDraft, writeDraft } from '#shared/markdown/drafts/draft-store.ts';
import { editDraftName } from '#shared/markdown/drafts/edit-drafts.ts';

export interface EditDraft {
  readonly text: string;
  /** ETag of the edited version; '' if unknown. */
  readonly etag: string;
}

/**
 * Reads the unsaved text of a file and the ETag of the version it is based on. Saving overwrites only that
 * version, also after a reload.
 */
export async function readEditDraft(path: string): Promise<EditDraft | null> {
  const { text, etag } = namesOf(path);
  const kept = readDraft(text) || (await readLongDraft(text));
  return kept === '' ? null : { text: kept, etag: readDraft(etag) };
}

export function writeEditDraft(path: string, draft: EditDraft): void {
  const names = namesOf(path);
  void writeDraft(names.text, draft.text);
  void writeDraft(names.etag, draft.etag);
}

export function forgetEditDraft(path: string): void {
  writeEditDraft(path, { text: '', etag: '' });
}

function namesOf(path: string) {
  return { text: editDraftName(`file:${path}`), etag: editDraftName(`file-etag:${path}`) };
}
