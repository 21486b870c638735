import { AppError } from '#errors';
import type { ObjectInfo } from '#object-store';
import { bareEtag } from '#share-rules/etag.ts';

/** Headers of a request that overwrites, as RFC 9110 13.1 has them. */
export interface WriteCondition {
  readonly ifMatch?: string | undefined;
  readonly ifNoneMatch?: string | undefined;
}

export function isConditional({ ifMatch, ifNoneMatch }: WriteCondition): boolean {
  return ifMatch !== undefined || ifNoneMatch !== undefined;
}

/**
 * Storages know strong ETags only, and clients send them with or without quotes.
 *
 * @param found what is there; undefined where nothing is
 * @throws {AppError} `file_system.changed`
 */
export function assertHolds(
  { ifMatch, ifNoneMatch }: WriteCondition,
  found: Pick<ObjectInfo, 'etag'> | undefined,
): void {
  const isNamed = (tags: string) =>
    found !== undefined &&
    tags.split(',').some((tag) => {
      const bare = bareEtag(tag.trim());
      return bare === '*' || bare === bareEtag(found.etag);
    });
  const holds =
    (ifMatch === undefined || isNamed(ifMatch)) &&
    (ifNoneMatch === undefined || !isNamed(ifNoneMatch));
  if (!holds) throw new AppError('file_system.changed');
}
