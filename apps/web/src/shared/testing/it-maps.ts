import { expect, it } from 'vitest';

/** One test for each row: what `map` makes of all values of the row but the last equals the last. */
export function itMaps<Inputs extends readonly unknown[], Output>(
  title: string,
  map: (...inputs: Inputs) => Output,
  rows: readonly (readonly [...inputs: Inputs, output: NoInfer<Output>])[],
): void {
  it.each(rows)(title, (...row) => {
    const inputs = row.slice(0, -1) as unknown as Inputs;
    expect(map(...inputs)).toStrictEqual(row.at(-1));
  });
}
