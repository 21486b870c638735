import type { ListedObject, ObjectStore } from '#object-store';
import { compareKeys } from '#paths/key.ts';
import { pagesBelow } from '../../writing/directories.ts';

/** Directory of a bucket, by its prefix, or file, by its key. */
export interface Side {
  readonly store: ObjectStore;
  readonly name: string;
}

/** Object, and its counterpart on the other side. */
export interface Pair {
  readonly object: ListedObject;
  /** Rest of the key after the side's name. */
  readonly rest: string;
  readonly other: ListedObject | undefined;
}

/** Prefixes end in a slash; '' is a whole bucket. */
export function isPrefix(name: string): boolean {
  return name === '' || name.endsWith('/');
}

/**
 * Yields the objects of one side, each with its counterpart on the other side. Both are listed in key
 * order, so that only one page of each is in memory.
 *
 * @param otherSide undefined if it is known to be empty
 */
export async function* sideBySide(
  side: Side,
  otherSide: Side | undefined,
  signal: AbortSignal,
): AsyncGenerator<readonly Pair[]> {
  const others = otherSide ? eachObject(otherSide, signal) : undefined;
  let next = await others?.next();
  for await (const page of pagesOf(side, signal)) {
    const pairs: Pair[] = [];
    for (const object of page) {
      const rest = object.key.slice(side.name.length);
      const order = () =>
        next?.value ? compareKeys(next.value.key.slice(otherSide?.name.length), rest) : 1;
      while (order() < 0) next = await others?.next();
      pairs.push({ object, rest, other: order() === 0 ? next?.value || undefined : undefined });
    }
    yield pairs;
  }
}

async function* eachObject(side: Side, signal: AbortSignal): AsyncGenerator<ListedObject, void> {
  for await (const page of pagesOf(side, signal)) yield* page;
}

async function* pagesOf({ store, name }: Side, signal: AbortSignal) {
  if (isPrefix(name)) {
    yield* pagesBelow(store, name, signal);
    return;
  }
  const found = await store.head(name, signal);
  if (!found) return;
  yield [{ ...found, key: name, lastModified: found.lastModified ?? new Date(0) }];
}
