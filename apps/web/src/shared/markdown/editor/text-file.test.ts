import { describe, expect, it } from 'vitest';
import { EDITOR_FILE_MAX_BYTES, readTextFile } from './text-file.ts';

const blobOf = (bytes: readonly number[]) => new Blob([new Uint8Array(bytes)]);

describe('SPEC 5: files dropped on the editor', () => {
  it('takes text up to 10 MB and refuses more', async () => {
    const full = new Blob(['a'.repeat(EDITOR_FILE_MAX_BYTES)]);
    expect((await readTextFile(full)).ok).toBe(true);
    const more = new Blob(['a'.repeat(EDITOR_FILE_MAX_BYTES + 1)]);
    expect(await readTextFile(more)).toEqual({ ok: false, problem: 'too_large' });
  });

  it('reads UTF-8, UTF-16 and GB 18030', async () => {
    expect(await readTextFile(new Blob(['中文']))).toEqual({ ok: true, text: '中文' });
    expect(await readTextFile(blobOf([0xff, 0xfe, 0x2d, 0x4e]))).toEqual({ ok: true, text: '中' });
    expect(await readTextFile(blobOf([0xd6, 0xd0]))).toEqual({ ok: true, text: '中' });
  });

  it.each([
    ['have zero bytes', [0x89, 0x50, 0x4e, 0x47, 0, 0]],
    ['fit no encoding', [0x89, 0x50, 0xff]],
  ])('refuses files that %s', async (_, bytes) => {
    expect(await readTextFile(blobOf(bytes))).toEqual({ ok: false, problem: 'not_text' });
  });
});
