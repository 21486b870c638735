import { AppError } from '#errors';

/**
 * RFC 9110 15.5.17: a refusal of a range beyond the end states the length of the file.
 *
 * @throws {AppError} `request.range_not_satisfiable` with `details.size` in bytes
 */
export async function withRangeRefusal<Body>(
  reading: Promise<Body>,
  head: () => Promise<{ readonly size: number }>,
): Promise<Body> {
  try {
    return await reading;
  } catch (cause) {
    const isBeyond = cause instanceof AppError && cause.code === 'request.range_not_satisfiable';
    if (!isBeyond) throw cause;
    const { size } = await head();
    throw new AppError(cause.code, { cause, details: { size } });
  }
}
