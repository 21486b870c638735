import { beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetEditDrafts } from '#shared/markdown/drafts/edit-drafts.ts';
import { forgetEditDraft, readEditDraft, writeEditDraft } from './edit-draft.ts';

describe('what was typed into a file', () => {
  beforeEach(() => localStorage.clear());

  it('is kept with the version that it was typed into', async () => {
    writeEditDraft('/m/a.txt', { text: 'typed', etag: '"1"' });
    expect(await readEditDraft('/m/a.txt')).toEqual({ text: 'typed', etag: '"1"' });
    expect(await readEditDraft('/m/b.txt')).toBeNull();
    forgetEditDraft('/m/a.txt');
    expect(await readEditDraft('/m/a.txt')).toBeNull();
    expect(localStorage).toHaveLength(0);
  });

  it('stays when another tab discards what was typed there', async () => {
    writeEditDraft('/m/a.txt', { text: 'typed here', etag: '"1"' });
    vi.resetModules();
    const other = await import('./edit-draft.ts');
    other.writeEditDraft('/m/a.txt', { text: 'typed there', etag: '"2"' });
    expect(await readEditDraft('/m/a.txt')).toMatchObject({ text: 'typed there' });
    other.forgetEditDraft('/m/a.txt');
    expect(await readEditDraft('/m/a.txt')).toEqual({ text: 'typed here', etag: '"1"' });
  });

  it('is kept where all was deleted', async () => {
    writeEditDraft('/m/a.txt', { text: '', etag: '"1"' });
    expect(await readEditDraft('/m/a.txt')).toEqual({ text: '', etag: '"1"' });
  });

  it('is not for the next user of the browser', async () => {
    writeEditDraft('/m/a.txt', { text: 'typed', etag: '"1"' });
    forgetEditDrafts();
    expect(await readEditDraft('/m/a.txt')).toBeNull();
  });
});
