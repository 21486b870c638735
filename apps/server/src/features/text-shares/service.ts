import { TEXT_CONTENT_MAX_BYTES } from '@satchel/api-client/contract/fields';
import { createdByOf } from '@satchel/permissions';
import type { Clock } from '#clock';
import { AppError } from '#errors';
import type { ApiKeyService } from '#features/api-keys/service.ts';
import { type Authorized, authorizeOwner } from '#security/authorized.ts';
import type { AuthenticatedCaller } from '#security/caller.ts';
import { hashPassword, verifyPassword } from '#security/passwords.ts';
import { randomId } from '#security/random.ts';
import type { ThrottleService } from '#security/throttles/throttles.ts';
import { shareState, toStoredExpiry, toStoredMaxViews } from '#share-rules/limits.ts';
import { checkSlug, withSlug } from '#share-rules/slug.ts';
import type { ViewCounter } from '#share-rules/view-counter.ts';
import {
  previewOf,
  type TextShare,
  type TextShareChanges,
  type TextShareRepository,
  type TextShareSummary,
} from './repository.ts';
import type { ShareCache } from './share-cache.ts';

export type { TextShare } from './repository.ts';

export interface TextShareInput {
  readonly content: string;
  readonly slug?: string | null | undefined;
  readonly remark?: string | null | undefined;
  readonly password?: string | null | undefined;
  readonly maxViews?: number | null | undefined;
  readonly expiresAt?: string | null | undefined;
}

export interface TextShareUpdate extends Omit<TextShareInput, 'slug'> {
  readonly clearPassword?: boolean | undefined;
  /** Absent keeps the slug, null and '' ask for a random one. */
  readonly newSlug?: string | null | undefined;
}

/** A share whose view is spent: its text may be shown. */
export interface OpenedTextShare {
  readonly share: TextShare;
  readonly isLastView: boolean;
}

/** The name of the key that made a share, where it was a key. */
type KeyNameOf = (createdBy: string) => string | null;

export interface TextShareQuery {
  readonly createdBy?: string | undefined;
  readonly search?: string | undefined;
  readonly offset: number;
  readonly limit: number;
}

/** Rules of text shares (SPEC 3, 5, 6; CONTRACT A3, F3). */
export interface TextShareService {
  create(caller: AuthenticatedCaller, input: TextShareInput): Promise<TextShare>;
  /** A share that is open to be viewed: what anybody may know of it. Spends nothing. */
  peek(slug: string): Promise<TextShare>;
  /** The share with its views that are not written yet, as it is shown. */
  counted(share: TextShare): TextShare;
  /** Spends a view of a share without password; one with a password comes back unopened. */
  open(share: TextShare): Promise<OpenedTextShare | { share: TextShare; isLocked: true }>;
  /** Checks the password, then spends a view. */
  unlock(share: TextShare, password: string, source: string): Promise<OpenedTextShare>;
  /** The password alone, for a HEAD or a 304 that shows nothing. */
  checkPassword(share: TextShare, password: string, source: string): Promise<void>;
  list(
    caller: AuthenticatedCaller,
    query: TextShareQuery,
  ): Promise<{ shares: readonly TextShareSummary[]; total: number; keyNameOf: KeyNameOf }>;
  contentsOf(shares: readonly TextShareSummary[]): Promise<ReadonlyMap<string, string>>;
  get(
    caller: AuthenticatedCaller,
    idOrSlug: string,
  ): Promise<{ share: TextShare; keyNameOf: KeyNameOf }>;
  update(
    caller: AuthenticatedCaller,
    idOrSlug: string,
    update: TextShareUpdate,
  ): Promise<TextShare>;
  /** Deletes the caller's own of these. Returns the ids that were not. */
  remove(caller: AuthenticatedCaller, ids: readonly string[]): Promise<{ notFound: string[] }>;
  clearExpired(): Promise<number>;
  /** Removes what expired or was used up before a time. */
  sweep(before: Date): Promise<number>;
  close(): Promise<void>;
}

export interface TextShareDependencies {
  readonly repository: TextShareRepository;
  readonly apiKeys: ApiKeyService;
  readonly cache: ShareCache;
  readonly counter: ViewCounter;
  readonly throttles: ThrottleService;
  readonly clock: Clock;
}

export function createTextShareService(dependencies: TextShareDependencies): TextShareService {
  return {
    ...createReading(dependencies),
    ...createManaging(dependencies),
    close: () => dependencies.counter.close(),
  };
}

function createReading({ repository, cache, counter, throttles, clock }: TextShareDependencies) {
  const find = async (slug: string) => {
    const share = await cache.find(slug, repository.findBySlug);
    if (!share) throw new AppError('text_shares.not_found');
    assertOpen(share, clock.now());
    return share;
  };

  // A remembered share does not learn of its views that were written since it was read.
  const viewsSinceRead = new WeakMap<TextShare, number>();
  const unwritten = (share: TextShare) =>
    Math.max(counter.waiting(share.id), viewsSinceRead.get(share) ?? 0);
  const counted = (share: TextShare) => ({ ...share, views: share.views + unwritten(share) });
  const count = (share: TextShare) => {
    const views = Math.max(counter.add(share.id), (viewsSinceRead.get(share) ?? 0) + 1);
    viewsSinceRead.set(share, views);
  };

  const spend = async (share: TextShare): Promise<OpenedTextShare> => {
    if (share.maxViews === null) {
      count(share);
      return { share: counted(share), isLastView: false };
    }
    const spent = await repository.spendView(share.id, clock.now());
    if (!spent) {
      // Somebody else was faster, or the time ran out in between.
      assertOpen((await repository.findBySlug(share.slug)) ?? share, clock.now());
      throw new AppError('text_shares.used_up');
    }
    const { views, isLastView } = spent;
    return { share: { ...share, views }, isLastView };
  };

  const checkPassword = async (share: TextShare, password: string, source: string) => {
    const { passwordHash, slug } = share;
    if (passwordHash === null) throw new AppError('text_shares.no_password');
    const isRight = await throttles.guard(
      { kind: 'text-share', target: slug, source },
      async () => {
        // While it waited for its turn, others may have used the share up.
        if (share.maxViews !== null) await find(slug);
        return (await verifyPassword(password, passwordHash)) || undefined;
      },
    );
    if (!isRight) throw new AppError('text_shares.wrong_password');
  };

  return {
    checkPassword,
    peek: find,
    counted,
    async open(share: TextShare) {
      return share.passwordHash === null
        ? spend(share)
        : { share: counted(share), isLocked: true as const };
    },
    async unlock(share: TextShare, password: string, source: string) {
      await checkPassword(share, password, source);
      return spend(share);
    },
  };
}

function createManaging({ repository, apiKeys, cache, counter, clock }: TextShareDependencies) {
  const findOwn = async (caller: AuthenticatedCaller, idOrSlug: string) => {
    await counter.flush();
    const share = authorizeOwner(caller, await repository.findByIdOrSlug(idOrSlug));
    if (!share) throw new AppError('text_shares.not_found');
    return share;
  };

  return {
    async create(caller: AuthenticatedCaller, input: TextShareInput) {
      assertContentFits(input.content);
      const now = clock.now();
      const share = {
        id: randomId(),
        ...contentFields(input.content),
        remark: input.remark || null,
        expiresAt: toStoredExpiry(input.expiresAt, now) ?? null,
        maxViews: toStoredMaxViews(input.maxViews) ?? null,
        passwordHash: null,
        views: 0,
        createdBy: createdByOf(caller),
        createdAt: now,
        updatedAt: now,
      };
      const chosen = checkSlug(input.slug);
      const passwordHash = input.password ? await hashPassword(input.password) : null;
      return withSlug(chosen, async (slug) => {
        const row = { ...share, slug, passwordHash };
        await repository.create(row);
        return row;
      });
    },
    async list(caller: AuthenticatedCaller, query: TextShareQuery) {
      await counter.flush();
      const own = caller.kind === 'admin' ? query.createdBy : createdByOf(caller);
      const filter = { createdBy: own, search: query.search?.trim() };
      const [shares, total] = await Promise.all([
        repository.list(filter, query.offset, query.limit),
        repository.count(filter),
      ]);
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
      assertContentFits(update.content);
      const share = await findOwn(caller, idOrSlug);
      const changes = await changesOf(update, share, clock.now());
      const store = async (slug: string) => {
        await repository.update(share, { ...changes, slug });
        cache.drop([share.slug, slug]);
        return { ...share, ...changes, slug };
      };
      if (update.newSlug === undefined || update.newSlug === share.slug) return store(share.slug);
      return withSlug(checkSlug(update.newSlug), store);
    },
    async remove(caller: AuthenticatedCaller, ids: readonly string[]) {
      const found = await repository.findSummaries(ids);
      const own = found
        .map((share) => authorizeOwner(caller, share))
        .filter((share): share is Authorized<TextShareSummary> => share !== undefined);
      await repository.remove(own);
      cache.drop(own.map(({ slug }) => slug));
      const removed = new Set(own.map(({ id }) => id));
      return { notFound: ids.filter((id) => !removed.has(id)) };
    },
    async clearExpired() {
      const count = await repository.removeExpired(clock.now());
      cache.drop();
      return count;
    },
    async sweep(before: Date) {
      const expired = await repository.removeExpired(before);
      const usedUp = await repository.removeUsedUp(before, clock.now());
      cache.drop();
      return expired + usedUp;
    },
  };
}

/** SPEC 3 and CONTRACT F3: what is absent stays, views start again. */
async function changesOf(
  update: TextShareUpdate,
  share: TextShare,
  now: Date,
): Promise<TextShareChanges> {
  const { remark, password, clearPassword } = update;
  const expiresAt = toStoredExpiry(update.expiresAt, now, share.expiresAt);
  const maxViews = toStoredMaxViews(update.maxViews);
  return {
    ...contentFields(update.content),
    views: 0,
    updatedAt: now,
    ...(remark === undefined ? {} : { remark: remark || null }),
    ...(expiresAt === undefined ? {} : { expiresAt }),
    ...(maxViews === undefined ? {} : { maxViews }),
    ...(clearPassword ? { passwordHash: null } : {}),
    ...(password ? { passwordHash: await hashPassword(password) } : {}),
  };
}

function contentFields(content: string) {
  return { content, preview: previewOf(content), contentLength: content.length };
}

function assertContentFits(content: string): void {
  if (Buffer.byteLength(content) > TEXT_CONTENT_MAX_BYTES) {
    throw new AppError('text_shares.content_too_large');
  }
}

function assertOpen(share: TextShare, now: Date): void {
  const state = shareState(share, now);
  if (state !== 'open') throw new AppError(`text_shares.${state}`);
}
