import { describe, expect, it } from 'vitest';
import { toUploadError, UploadError } from './errors.ts';

describe('whatever a port throws', () => {
  it.each([
    ['its own status', { status: 503 }],
    ['the response of ky', { response: { status: 503 } }],
    ['the metadata of the AWS SDK', { $metadata: { httpStatusCode: 503 } }],
  ])('is read by %s', (_what, thrown) => {
    const error = toUploadError(thrown);
    expect(error).toMatchObject({ code: 'http', status: 503, retryable: true, cause: thrown });
    expect(error.message).toBe('upload failed: 503');
  });

  it.each([
    [400, false],
    [403, false],
    [404, false],
    [408, true],
    [429, true],
    [500, true],
    [507, false],
  ])('with status %i may be tried again: %s', (status, retryable) => {
    expect(toUploadError({ status }).retryable).toBe(retryable);
  });

  it.each([{ code: 'NoSuchUpload' }, { name: 'NoSuchUpload' }])('%j is understood', (thrown) => {
    expect(toUploadError(thrown)).toMatchObject({ code: 'no_such_upload', retryable: false });
  });

  it.each([new TypeError('fetch failed'), 'text', null, undefined])(
    'without a status never came back: %s',
    (thrown) => {
      expect(toUploadError(thrown)).toMatchObject({ code: 'network', retryable: true });
    },
  );

  it('is left as it is where it is one of ours', () => {
    const error = new UploadError('missing_etag', { partNumber: 2, status: 200 });
    expect(toUploadError(error)).toBe(error);
    expect(error).toBeInstanceOf(Error);
    expect(error.retryable).toBe(false);
  });
});
