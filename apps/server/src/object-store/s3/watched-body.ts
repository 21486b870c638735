import { Readable } from 'node:stream';
import { AppError } from '#errors';

export interface BodyTimeouts {
  /** Timeout in ms of a storage that takes no more bytes of a body. */
  readonly silenceMs: number;
  /** Timeout in ms of the answer to a body from memory, once the storage has all of it. */
  readonly answerMs: number;
}

/** Bytes that a storage must take within the timeout; a body from memory is offered in such pieces. */
const PIECE_BYTES = 64 * 1024;

/**
 * Wraps the body of a request so that `signal` is aborted with `storage.timeout` if the storage makes no
 * progress. A pause of the body's own source does not count, because an upload takes as long as its sender.
 */
export function watchBody(content: Uint8Array | Readable, { silenceMs, answerMs }: BodyTimeouts) {
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
    timer = setTimeout(end, answerMs);
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
