/** Made when names are first compared: it takes a slow phone 50 ms, and few pages compare names at their start. */
let collator: Intl.Collator | undefined;

/** Sorts "file 9" before "file 10", and treats "a" and "A" as equal. */
export function compareNames(a: string, b: string): number {
  collator ??= new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });
  return collator.compare(a, b);
}
