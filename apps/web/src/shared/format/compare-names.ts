const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/** Sorts "file 9" before "file 10", and treats "a" and "A" as equal. */
export function compareNames(a: string, b: string): number {
  return collator.compare(a, b);
}
