import { DRAFT_PREFIX, LONG_DRAFT_PREFIX, writeDraft } from './draft-store.ts';

const EDIT = 'edit.';

/** The draft of a share's text while it is edited. */
export function editDraftName(id: string): string {
  return EDIT + id;
}

/** They belong to a session: texts of shares, which are not for the next user of this browser. */
export function forgetEditDrafts(): void {
  try {
    for (const key of Object.keys(localStorage)) {
      for (const prefix of [DRAFT_PREFIX, LONG_DRAFT_PREFIX]) {
        if (key.startsWith(prefix + EDIT)) void writeDraft(key.slice(prefix.length), '');
      }
    }
  } catch {
    // Storage is blocked, so there are none.
  }
}
