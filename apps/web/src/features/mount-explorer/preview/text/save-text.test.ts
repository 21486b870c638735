import { ApiError } from '@satchel/api-client/api-error';
import { mockError } from '@satchel/api-client/mock';
import { expect, it } from 'vitest';
import { mockCalls } from '#shared/testing/mock-calls.ts';
import { saveText } from './save-text.ts';

const FORMAT = { isUtf8: true, hasByteOrderMark: false, lineBreak: '\r\n' } as const;

/** Server whose file has a text, and another version than the one that is saved over. */
function serve(stored: string) {
  mockCalls({
    fs: {
      write: () => Promise.reject(mockError('file_system.changed')),
      download: () => new Response(stored, { headers: { etag: '"2"' } }),
    },
  });
}

it('a text whose save got no reply is saved by the next attempt', async () => {
  serve('one\r\ntwo');
  expect(await saveText('/m/a.txt', 'one\ntwo', FORMAT, '"1"')).toBe('"2"');
});

it('a text that somebody else has changed is not overwritten', async () => {
  serve('one\r\nthree');
  await expect(saveText('/m/a.txt', 'one\ntwo', FORMAT, '"1"')).rejects.toThrow(ApiError);
});
