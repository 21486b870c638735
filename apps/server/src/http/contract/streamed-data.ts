/** A reply's `data` that is too long to be in memory, as pieces of JSON. */
export class StreamedData {
  readonly #pieces: AsyncIterable<string>;

  /** @param pieces of one JSON value, each written when the client has taken the ones before it */
  constructor(pieces: AsyncIterable<string>) {
    this.#pieces = pieces;
  }

  /** @param whole an object of which `data` is to be a member */
  async *within(whole: Readonly<Record<string, unknown>>): AsyncGenerator<string> {
    yield '{"data":';
    yield* this.#pieces;
    yield `,${JSON.stringify(whole).slice(1)}`;
  }
}
