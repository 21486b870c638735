/**
 * A reply's `data` that is JSON already: what is remembered is kept as it is sent, so that a long
 * listing is not written out again for everybody who asks.
 */
export class EncodedData {
  readonly #pieces: readonly Buffer[];

  /** @param pieces of one JSON value, in UTF-8 */
  constructor(...pieces: readonly (string | Buffer)[]) {
    this.#pieces = pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece));
  }

  /**
   * The reply's body, not copied into one: a listing may be megabytes.
   *
   * @param whole an object of which `data` is to be a member
   */
  within(whole: Readonly<Record<string, unknown>>): { pieces: Buffer[]; length: number } {
    const members = JSON.stringify(whole).slice(1);
    const pieces = [Buffer.from('{"data":'), ...this.#pieces, Buffer.from(`,${members}`)];
    return { pieces, length: pieces.reduce((sum, piece) => sum + piece.length, 0) };
  }
}
