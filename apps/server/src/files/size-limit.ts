import { addAbortSignal, finished, type Readable, Transform } from 'node:stream';
import { AppError } from '#errors';
import { STAGE_BYTES } from '#object-store/wrappers/fenced-store.ts';

/**
 * Body of an upload, which fails as soon as it is longer than allowed, even if a smaller length was
 * announced, or as soon as the caller disconnects.
 *
 * @param beforeEnd runs before the last bytes pass; if it throws, the storage never gets the whole body
 */
export function limitSize(
  body: Readable,
  maxBytes: number,
  signal: AbortSignal,
  beforeEnd?: () => Promise<unknown>,
): Readable {
  const limited = body.pipe(createSizeLimit(maxBytes, beforeEnd));
  // `finished` also reports a body that broke earlier.
  finished(body, { writable: false }, (cause) => {
    if (cause) limited.destroy(asBrokenBody(cause));
  });
  // A write that is refused before it reads the body never listens to it, and an error that nobody
  // listens to ends the process.
  limited.on('error', () => undefined);
  // The caller may have disconnected already, and then nothing else would ever end the stream.
  return addAbortSignal(signal, limited);
}

function asBrokenBody(cause: Error): AppError {
  return cause instanceof AppError ? cause : new AppError('request.malformed', { cause });
}

function createSizeLimit(
  maxBytes: number,
  beforeEnd: (() => Promise<unknown>) | undefined,
): Transform {
  let total = 0;
  let held: Buffer | undefined;
  return new Transform({
    highWaterMark: STAGE_BYTES,
    transform(chunk: Buffer, _encoding, done) {
      total += chunk.length;
      if (total > maxBytes) return done(tooLarge(maxBytes));
      if (!beforeEnd) return done(null, chunk);
      // A storage that knows the size stores the object with the last byte, before the stream ends.
      const passed = held;
      held = chunk;
      return done(null, passed);
    },
    flush(done) {
      if (!beforeEnd) return done();
      beforeEnd().then(() => done(null, held), done);
    },
  });
}

/** @throws {AppError} `file_shares.too_large` */
export function assertSize(sizeBytes: number, maxBytes: number): void {
  if (sizeBytes > maxBytes) throw tooLarge(maxBytes);
}

function tooLarge(maxBytes: number): AppError {
  return new AppError('file_shares.too_large', { details: { maxMegabytes: maxBytes / 1024 ** 2 } });
}

/** True for errors that mean "too large" rather than a fault. */
export function isTooMuch(error: unknown): error is AppError {
  const codes: readonly string[] = ['file_shares.too_large', 'storage.insufficient'];
  return error instanceof AppError && codes.includes(error.code);
}
