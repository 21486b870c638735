import { isDeepStrictEqual } from 'node:util';
import { TEXT_CONTENT_MAX_BYTES } from '@satchel/api-client/contract/limits';
import { createdByOf } from '@satchel/api-client/permissions';
import { AppError } from '#errors';
import { authorizeOwner, authorizeOwners } from '#security/authorized.ts';
import type { AuthenticatedCaller } from '#security/caller.ts';
import { hashPassword } from '#security/passwords.ts';
import { orderedId } from '#security/random.ts';
import { pageFor, type ShareQuery } from '#share-rules/share-list.ts';
import { checkSlug, createLink, withChangedSlug } from '#share-rules/slug.ts';
import { storedFields, type TextShareInput, type TextShareUpdate } from './owner-fields.ts';
import { createTextShareReading, type TextShareDependencies } from './reading.ts';
import {
  previewOf,
  type TextShare,
  type TextShareSorting,
  type TextShareSummary,
} from './repository.ts';

export type { TextShareSummary } from './repository.ts';

export type TextShareService = ReturnType<typeof createTextShareService>;

/** Rules of text shares (SPEC 3, 5, 6; CONTRACT A3, F3). */
export function createTextShareService(dependencies: TextShareDependencies) {
  return {
    ...createTextShareReading(dependencies),
    ...createManaging(dependencies),
    close: () => dependencies.counter.close(),
  };
}

function createManaging(dependencies: TextShareDependencies) {
  const { repository, apiKeys, memory, counter, clock, assertSpaceFor } = dependencies;
  const assertContentFits = async (content: string) => {
    const bytes = Buffer.byteLength(content);
    if (bytes > TEXT_CONTENT_MAX_BYTES) throw new AppError('text_shares.content_too_large');
    await assertSpaceFor(bytes);
  };
  const findOwn = async (caller: AuthenticatedCaller, idOrSlug: string) => {
    await counter.flush();
    const share = authorizeOwner(caller, await repository.findByIdOrSlug(idOrSlug));
    if (!share) throw new AppError('text_shares.not_found');
    return share;
  };

  return {
    /** @param onceId id for a call that may be repeated: an existing share with this id is returned */
    async create(caller: AuthenticatedCaller, input: TextShareInput, onceId?: string) {
      await assertContentFits(input.content);
      const now = clock.now();
      const share = {
        id: onceId ?? orderedId(),
        ...contentFields(input.content),
        ...storedFields(input, now),
        passwordHash: null,
        views: 0,
        createdBy: createdByOf(caller),
        createdAt: now,
        updatedAt: now,
      };
      const chosen = checkSlug(input.slug);
      const passwordHash = input.password ? await hashPassword(input.password) : null;
      return (await createLink(repository, chosen, { ...share, passwordHash }, onceId)).row;
    },
    async list(caller: AuthenticatedCaller, query: ShareQuery<TextShareSorting['by']>) {
      await counter.flush();
      const { shares, total } = await repository.list(...pageFor(caller, query, clock.now()));
      const keyNameOf = await apiKeys.namesOfCreators(shares.map((share) => share.createdBy));
      return { shares, total, keyNameOf };
    },
    contentsOf: (shares: readonly TextShareSummary[]) =>
      repository.contentsOf(shares.map(({ id }) => id)),
    async get(caller: AuthenticatedCaller, idOrSlug: string) {
      const share = await findOwn(caller, idOrSlug);
      return { share, keyNameOf: await apiKeys.namesOfCreators([share.createdBy]) };
    },
    async update(caller: AuthenticatedCaller, idOrSlug: string, update: TextShareUpdate) {
      await assertContentFits(update.content);
      const { password, clearPassword, newSlug } = update;
      const passwordHash = password ? await hashPassword(password) : null;
      const store = async (id: string, change: { readonly slug?: string }) => {
        // Repeats if another caller changes the share meanwhile, so that this change applies to the
        // current version.
        for (;;) {
          const share = await findOwn(caller, id);
          const changes = {
            ...changesOf(update, share, clock.now()),
            ...change,
            ...(password || clearPassword ? { passwordHash } : {}),
          };
          if (!isVersion(share, update.expectedUpdatedAt)) {
            if (!isMade(share, changes)) throw new AppError('text_shares.changed');
            return { id, slug: share.slug, updatedAt: share.updatedAt };
          }
          if (await repository.update(share, changes)) {
            const { slug } = { ...share, ...changes };
            memory.drop([share.slug, slug]);
            return { id, slug, updatedAt: changes.updatedAt };
          }
        }
      };
      const { id, slug } = await findOwn(caller, idOrSlug);
      return withChangedSlug(newSlug, slug, (change) => store(id, change));
    },
    /** Deletes those of the shares that the caller owns. Returns their ids. */
    async remove(caller: AuthenticatedCaller, ids: readonly string[]) {
      const own = authorizeOwners(caller, await repository.findSummaries(ids));
      await repository.remove(own);
      memory.drop(own.map(({ slug }) => slug));
      return own.map(({ id }) => id);
    },
    async clearExpired(): Promise<number> {
      const count = await repository.removeExpired(clock.now());
      memory.drop();
      return count;
    },
    /** Removes shares that expired or were used up before a time. */
    async sweep(before: Date): Promise<number> {
      const expired = await repository.removeExpired(before);
      const usedUp = await repository.removeUsedUp(before, clock.now());
      memory.drop();
      return expired + usedUp;
    },
  };
}

/** SPEC 3 and CONTRACT F3: absent fields stay, views are reset unless the caller keeps them. */
function changesOf(update: TextShareUpdate, share: TextShare, now: Date) {
  const fields = Object.entries(storedFields(update, now, share));
  const isGiven = ([name]: [string, unknown]) =>
    update[name as keyof TextShareUpdate] !== undefined;
  return {
    ...contentFields(update.content),
    ...(Object.fromEntries(fields.filter(isGiven)) as Partial<ReturnType<typeof storedFields>>),
    ...(update.resetViews === false ? {} : { views: 0 }),
    // Always later than the previous version, even if the clock was set back.
    updatedAt: new Date(Math.max(now.getTime(), share.updatedAt.getTime() + 1)),
  };
}

function contentFields(content: string) {
  return { content, preview: previewOf(content), contentLength: content.length };
}

/** True if the share is still the version that the caller has read. */
function isVersion({ updatedAt }: TextShare, expected?: string): boolean {
  return expected === undefined || Date.parse(expected) === updatedAt.getTime();
}

/** True if a share already has the values of a change: the change was made, and its reply was lost. */
function isMade(share: TextShare, changes: Partial<TextShare>): boolean {
  const { views: _views, updatedAt: _updatedAt, ...fields } = changes;
  return Object.entries(fields).every(([name, value]) =>
    isDeepStrictEqual(value, share[name as keyof TextShare]),
  );
}
