import { describe, expect, it } from 'vitest';
import { ApiError } from './api-error.ts';
import { describeError, errorMessage } from './messages.ts';

const errorOf = (code: string, details = {}) =>
  new ApiError({ code: code as ApiError['code'], status: 0, message: 'as it came', details });

describe('the sentence for an error (SPEC 8)', () => {
  it.each([
    ['of the table', 'shares.slug_taken', /taken/i, /占用|使用/],
    ['of the client', 'client.network', /network connection failed/i, /网络连接失败/],
    ['of an upload', 'upload.part_failed', /some parts failed/i, /部分分片上传失败/],
  ])('%s is there in both languages', (_title, code, en, zh) => {
    expect(describeError(errorOf(code), 'en')).toMatch(en);
    expect(describeError(errorOf(code), 'zh')).toMatch(zh);
  });

  it('is filled from the details', () => {
    expect(describeError(errorOf('auth.throttled', { seconds: 30 }), 'en')).toContain('30 seconds');
    const tooLarge = errorOf('upload_requests.file_too_large', { maxBytes: 5 * 1024 ** 2 });
    expect(describeError(tooLarge, 'en')).toMatch(/limit is 5 MB$/);
    expect(describeError(tooLarge, 'zh')).toMatch(/最多 5 MB$/);
  });

  it('shows sizes as people read them', () => {
    const error = errorOf('upload_requests.file_too_large', { maxBytes: 5 * 1024 * 1024 });
    expect(describeError(error, 'en')).toMatch(/limit is 5 MB$/);
    expect(describeError(error, 'zh')).toMatch(/5 MB$/);
  });

  it('of a wrong share password has a number for old clients, but not for people (CONTRACT A6)', () => {
    for (const code of ['text_shares.wrong_password', 'file_shares.wrong_password'] as const) {
      expect(errorMessage(code, 'en')).toContain('401');
      expect(describeError(errorOf(code), 'en')).toBe('Wrong password');
    }
  });

  it('is that of the server where it is newer than this table', () => {
    expect(describeError(errorOf('tomorrow.invented'), 'zh')).toBe('as it came');
  });
});
