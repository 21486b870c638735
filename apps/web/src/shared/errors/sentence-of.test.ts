import { ApiError } from '@satchel/api-client/api-error';
import { beforeAll, describe, expect, it } from 'vitest';
import { changeLanguage, loadTexts, startI18n } from '#shared/i18n/i18n.ts';
import { sentenceOf } from './sentence-of.ts';

const errorOf = (code: ApiError['code'], status: number, details = {}) =>
  new ApiError({ code, status, details, message: 'as it came', requestId: '4e56babc' });

beforeAll(async () => {
  await startI18n();
  await changeLanguage('en');
  await loadTexts('file-shares');
});

describe('the sentence of an error', () => {
  it('of a wrong password has no number in it', () => {
    for (const code of ['text_shares.wrong_password', 'file_shares.wrong_password'] as const) {
      expect(sentenceOf(errorOf(code, 401))).toBe('Wrong password');
    }
  });

  it('of an address that gives no file says the cause, and no request that only a log knows', () => {
    const code = 'url_uploads.source_unreachable';
    const failed = 'The file could not be fetched from this address';
    expect(sentenceOf(errorOf(code, 502))).toBe(
      `${failed}: no server answered there. Check the address.`,
    );
    expect(sentenceOf(errorOf(code, 502, { status: 404 }))).toBe(
      `${failed}: its server answered with status 404.`,
    );
    expect(sentenceOf(errorOf(code, 502, { status: 206 }))).toBe(
      `${failed}: its server did not send the whole file (status 206).`,
    );
  });

  it('names the request where the fault is the own server’s', () => {
    expect(sentenceOf(errorOf('server.internal', 500))).toMatch(/\(request 4e56babc\)$/);
    expect(sentenceOf(errorOf('shares.slug_taken', 409))).not.toContain('4e56babc');
  });
});
