import { afterEach, describe, expect, it, vi } from 'vitest';
import { readDraft, readLongDraft, writeDraft } from './draft-store.ts';
import { editDraftName, forgetEditDrafts } from './edit-drafts.ts';

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

describe('drafts, kept in the browser', () => {
  it('come back as they were written', async () => {
    expect(await writeDraft('home', '# 标题')).toBe(true);
    expect(readDraft('home')).toBe('# 标题');
    expect(localStorage.getItem('satchel.draft.home')).toBe('# 标题');
  });

  it('leave nothing behind when emptied', async () => {
    await writeDraft('home', 'a');
    await writeDraft('home', '');
    expect(localStorage.length).toBe(0);
  });

  it('that are too long remove the older, shorter one, also where IndexedDB is missing', async () => {
    await writeDraft('home', 'old');
    expect(await writeDraft('home', 'x'.repeat(1_000_001))).toBe(false);
    expect(readDraft('home')).toBe('');
    expect(await readLongDraft('home')).toBe('');
  });

  it('fail quietly where storage is blocked', async () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    expect(await writeDraft('home', 'a')).toBe(false);
  });

  it('of edits go with the session, and the one of a new text stays', async () => {
    await writeDraft(editDraftName('7'), 'a secret');
    await writeDraft('home', 'a thought');
    forgetEditDrafts();
    expect(readDraft(editDraftName('7'))).toBe('');
    expect(readDraft('home')).toBe('a thought');
  });
});
