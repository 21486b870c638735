import { Readable } from 'node:stream';
import { AppError } from '#errors';

/** Bytes that a storage must take within the timeout; a body from memory is offered in such pieces. */
const PIECE_BYTES = 256 * 1024;

/**
 * Wraps the body of a request so that `signal` is aborted with `storage.timeout` if the storage makes no
 * progress for `silenceMs`, or does not answer for twice that once it has all of a body from memory, which other
 * uploads wait for. A pause of the body's own source does not count, because an upload takes as long as its sender.
 */
export function watchBody(content: Uint8Array | Readable, silenceMs: number) {
  const stalled = new AbortController();
  const isFromMemory = !(content instanceof Readable);
  let isStoragesTurn = false;
  let isOver = false;
  const end = () => {
    if (isStoragesTurn) stalled.abort(new AppError('storage.timeout'));
  };
  let timer = setTimeout(end, silenceMs);
  const pieces = async function* () {
    for await (const piece of isFromMemory ? cut(content) : content) {
      timer.refresh();
      isStoragesTurn = true;
      yield piece;
      isStoragesTurn = false;
    }
    clearTimeout(timer);
    if (!isFromMemory || isOver) return;
    isStoragesTurn = true;
    timer = setTimeout(end, 2 * silenceMs);
  };
  // An error of the source is its owner's; without a listener here it would end the process.
  const body = Readable.from(pieces()).on('error', () => undefined);
  return {
    /** Body to send instead of the original one. */
    body,
    signal: stalled.signal,
    /** Stops watching once the request is over. */
    release() {
      isOver = true;
      clearTimeout(timer);
    },
  };
}

function* cut(bytes: Uint8Array): Generator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += PIECE_BYTES) {
    yield bytes.subarray(start, start + PIECE_BYTES);
  }
}
