/** `data` of a reply that does not fit into memory, as pieces of JSON. */
export class StreamedData {
  readonly #pieces: AsyncIterable<string>;

  /** @param pieces of one JSON value; each is written after the client has received the previous ones */
  constructor(pieces: AsyncIterable<string>) {
    this.#pieces = pieces;
  }

  /** @param whole object that gets `data` as a member */
  async *within(whole: Readonly<Record<string, unknown>>): AsyncGenerator<string> {
    yield '{"data":';
    yield* this.#pieces;
    yield `,${JSON.stringify(whole).slice(1)}`;
  }
}
