import { ApiError } from '@satchel/api-client';
import { UploadError } from '@satchel/multipart-uploader';
import { expect, it } from 'vitest';
import { EXIT_CODES } from './exit-codes.ts';
import { concernsAllFiles, explainError } from './explain-error.ts';

it.each([
  ['network', EXIT_CODES.unreachable],
  ['stalled', EXIT_CODES.unreachable],
  ['http', EXIT_CODES.failed],
] as const)('an upload whose parts fail with %s ends with %i', (code, expected) => {
  const cause = new UploadError('part_failed', { cause: new UploadError(code) });
  const error = new ApiError({ code: 'upload.part_failed', status: 0, message: '', cause });
  const { exitCode } = explainError({ language: 'en', say: String }, error);
  expect(exitCode).toBe(expected);
});

it.each([
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed certificate', true],
  ['ECONNREFUSED', 'connect ECONNREFUSED 127.0.0.1:1', false],
])('a connection that fails by %s says why', (code, message, isAboutCertificates) => {
  const reason = Object.assign(new Error(message), { code });
  const cause = new TypeError('fetch failed', { cause: reason });
  const error = new ApiError({ code: 'client.network', status: 0, message: '', cause });
  const { text, exitCode } = explainError({ language: 'en', say: String }, error);
  expect(text).toContain(`(${message})`);
  expect(text.endsWith('\ncertificate_hint')).toBe(isAboutCertificates);
  expect(exitCode).toBe(EXIT_CODES.unreachable);
});

it.each([
  ['EFBIG', 'file_above_limit', false],
  ['EDQUOT', 'disk_full', true],
  ['EROFS', 'disk_read_only', true],
])('a write that fails by %s says why', (code, expected, endsAll) => {
  const error = Object.assign(new Error(`${code}: write`), { code });
  expect(explainError({ language: 'en', say: String }, error).text).toBe(expected);
  expect(concernsAllFiles(error)).toBe(endsAll);
});

it('a file whose name Node cannot read as UTF-8 is not called missing', () => {
  const error = Object.assign(new Error('ENOENT'), { code: 'ENOENT', path: 'caf\ufffd.txt' });
  const { text, exitCode } = explainError({ language: 'en', say: String }, error);
  expect(text).toBe('file_name_not_utf8');
  expect(exitCode).toBe(EXIT_CODES.failed);
});

it.each([
  ['a proxy whose server is away', undefined, EXIT_CODES.unreachable],
  ['a server that is stopping', 'r-1', EXIT_CODES.failed],
])('a 503 of %s', (_, requestId, expected) => {
  const error = new ApiError({ code: 'server.unavailable', status: 503, message: '', requestId });
  expect(explainError({ language: 'en', say: String }, error).exitCode).toBe(expected);
});
