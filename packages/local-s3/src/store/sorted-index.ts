const MAX_CHUNK_LENGTH = 1024;

interface Keyed {
  readonly key: string;
}

/**
 * A sorted set of entries in chunks of at most 1,024. Finding takes two binary searches, inserting moves
 * at most one chunk, and a listing can jump to any key, by which it skips a whole common prefix.
 */
export class SortedIndex<Entry extends Keyed> {
  #chunks: Entry[][] = [];
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get(key: string): Entry | undefined {
    const chunk = this.#chunks[this.#chunkFor(key)];
    if (chunk === undefined) return undefined;
    const entry = chunk[lowerBound(chunk, key)];
    return entry?.key === key ? entry : undefined;
  }

  set(entry: Entry): void {
    const chunkAt = this.#chunkFor(entry.key);
    const chunk = this.#chunks[chunkAt];
    if (chunk === undefined) {
      this.#chunks.push([entry]);
      this.#size += 1;
      return;
    }
    const at = lowerBound(chunk, entry.key);
    if (chunk[at]?.key === entry.key) {
      chunk[at] = entry;
      return;
    }
    chunk.splice(at, 0, entry);
    this.#size += 1;
    if (chunk.length > MAX_CHUNK_LENGTH) {
      this.#chunks.splice(chunkAt + 1, 0, chunk.splice(chunk.length >> 1));
    }
  }

  delete(key: string): void {
    const chunkAt = this.#chunkFor(key);
    const chunk = this.#chunks[chunkAt];
    if (chunk === undefined) return;
    const at = lowerBound(chunk, key);
    if (chunk[at]?.key !== key) return;
    chunk.splice(at, 1);
    this.#size -= 1;
    if (chunk.length === 0) this.#chunks.splice(chunkAt, 1);
  }

  *from(key: string): Generator<Entry> {
    const first = this.#chunkFor(key);
    for (let chunkAt = first; chunkAt < this.#chunks.length; chunkAt += 1) {
      const chunk = this.#chunks[chunkAt] ?? [];
      for (let at = chunkAt === first ? lowerBound(chunk, key) : 0; at < chunk.length; at += 1) {
        const entry = chunk[at];
        if (entry !== undefined) yield entry;
      }
    }
  }

  /** The last chunk whose first key is not greater than `key`, else the first chunk. */
  #chunkFor(key: string): number {
    let low = 0;
    let high = this.#chunks.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const first = this.#chunks[middle]?.[0];
      if (first !== undefined && first.key <= key) low = middle + 1;
      else high = middle;
    }
    return Math.max(0, low - 1);
  }
}

function lowerBound(chunk: readonly Keyed[], key: string): number {
  let low = 0;
  let high = chunk.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const entry = chunk[middle];
    if (entry !== undefined && entry.key < key) low = middle + 1;
    else high = middle;
  }
  return low;
}
