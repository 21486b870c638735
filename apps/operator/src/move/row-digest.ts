import { createHash } from 'node:crypto';
import type { PortableRow } from '../rows/portable-row.ts';

/** Digest of a table's content, independent of the order of its rows and columns. */
export interface TableDigest {
  add(row: PortableRow): void;
  /** Number of rows, and a sum of their hashes. */
  value(): string;
}

export function createTableDigest(): TableDigest {
  let count = 0;
  let sum = 0n;
  return {
    add(row) {
      const sorted = Object.entries(row).sort(([one], [other]) => (one < other ? -1 : 1));
      const hash = createHash('sha256').update(JSON.stringify(sorted)).digest('hex');
      sum = BigInt.asUintN(256, sum + BigInt(`0x${hash}`));
      count += 1;
    },
    value: () => `${count} ${sum.toString(16)}`,
  };
}
