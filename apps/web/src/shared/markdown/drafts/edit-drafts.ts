import { DRAFT_PREFIX, LONG_DRAFT_PREFIX, writeDraft } from './draft-store.ts';

const EDIT = 'edit.';

/** Name of the draft of a share's text during an edit. */
export function editDraftName(id: string): string {
  return EDIT + id;
}

/** Removes all edit drafts, because they contain texts of the session that the next user must not see. */
export function forgetEditDrafts(): void {
  try {
    for (const key of Object.keys(localStorage)) {
      for (const prefix of [DRAFT_PREFIX, LONG_DRAFT_PREFIX]) {
        if (key.startsWith(prefix + EDIT)) void writeDraft(key.slice(prefix.length), '');
      }
    }
  } catch {
    // Storage is blocked, so there are no drafts.
  }
}
