import { afterEach, describe, expect, it, vi } from 'vitest';
import { readDraft, writeDraft } from './draft-store.ts';

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

describe('drafts, kept in the browser', () => {
  it('come back as they were written', () => {
    expect(writeDraft('home', '# 标题')).toBe(true);
    expect(readDraft('home')).toBe('# 标题');
    expect(localStorage.getItem('satchel.draft.home')).toBe('# 标题');
  });

  it('leave nothing behind when emptied', () => {
    writeDraft('home', 'a');
    writeDraft('home', '');
    expect(localStorage.length).toBe(0);
  });

  it('that are too long remove the older, shorter one', () => {
    writeDraft('home', 'old');
    expect(writeDraft('home', 'x'.repeat(1_000_001))).toBe(false);
    expect(readDraft('home')).toBe('');
  });

  it('fail quietly where storage is blocked', () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    expect(writeDraft('home', 'a')).toBe(false);
  });
});
