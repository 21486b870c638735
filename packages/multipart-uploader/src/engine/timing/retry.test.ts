import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UploadError } from '../errors.ts';
import { exponentialBackoff, linearBackoff } from './retry.ts';

describe('back-off', () => {
  it('waits 1 s times the attempt by default (SPEC 4)', () => {
    expect([1, 2, 3].map(linearBackoff)).toEqual([1000, 2000, 3000]);
  });

  it('doubles its bound up to a maximum where it is exponential', () => {
    const backoff = exponentialBackoff({ baseMs: 100, maxMs: 500, random: () => 0.5 });
    expect([1, 2, 3, 4, 50].map(backoff)).toEqual([50, 100, 200, 250, 250]);
  });

  it('stays between nothing and the bound, whatever the chance', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 0.999, noNaN: true }), fc.nat(100), (chance, retry) => {
        const delayMs = exponentialBackoff({ random: () => chance })(retry + 1);
        expect(delayMs).toBeGreaterThanOrEqual(0);
        expect(delayMs).toBeLessThan(30_000);
      }),
    );
  });
});

describe('the error', () => {
  it('fails with the sentences that users know (SPEC 8)', () => {
    expect(new UploadError('http', { status: 418 }).message).toBe('upload failed: 418');
    expect(new UploadError('aborted').message).toBe('upload aborted');
    expect(new UploadError('part_failed').message).toBe('some parts failed to upload');
    expect(new UploadError('timeout').message).toBe('upload timeout');
    expect(new UploadError('network').message).toBe('network error');
    expect(new UploadError('missing_etag').message).toMatch(/^no ETag obtained: .*expose ETag/);
    expect(new UploadError('create_failed').message).toBe('failed to initialize multipart upload');
    expect(new UploadError('complete_failed').message).toBe('failed to complete multipart upload');
    expect(new UploadError('sign_failed').message).toBe('failed to refresh presigned URLs');
  });
});
