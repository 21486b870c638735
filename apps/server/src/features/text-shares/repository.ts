import type { Prisma, PrismaClient } from '#database';
import { toSearchText } from '#database/search-text.ts';
import type { Authorized } from '#security/authorized.ts';
import {
  inOneOrder,
  isOpenAt,
  toSpentView,
  translateShareFailure,
} from '#share-rules/share-rows.ts';

/** A row without its text, as lists need it. */
export interface TextShareSummary {
  readonly id: string;
  readonly slug: string;
  readonly preview: string;
  readonly contentLength: number;
  readonly remark: string | null;
  readonly passwordHash: string | null;
  readonly expiresAt: Date | null;
  readonly maxViews: number | null;
  readonly views: number;
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface TextShare extends TextShareSummary {
  readonly content: string;
}

export interface TextShareFilter {
  /** Only what this creator made. */
  readonly createdBy?: string | undefined;
  /** Part of slug, remark or preview, in any case. */
  readonly search?: string | undefined;
}

/** A view that was spent: how many there were with it, and whether it was the last. */
export interface SpentView {
  readonly views: number;
  readonly isLastView: boolean;
}

export interface TextShareRepository {
  create(share: TextShare): Promise<void>;
  findBySlug(slug: string): Promise<TextShare | undefined>;
  findByIdOrSlug(idOrSlug: string): Promise<TextShare | undefined>;
  findSummaries(ids: readonly string[]): Promise<readonly TextShareSummary[]>;
  list(filter: TextShareFilter, skip: number, take: number): Promise<readonly TextShareSummary[]>;
  count(filter: TextShareFilter): Promise<number>;
  contentsOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /**
   * Spends one view; nothing where the share is expired, used up or gone. Atomic: of many callers
   * at once no more get one than views are left, and one the last (CONTRACT A3).
   */
  spendView(id: string, now: Date): Promise<SpentView | undefined>;
  /** Adds views of unlimited shares, in one transaction. */
  addViews(views: ReadonlyMap<string, number>): Promise<void>;
  update(share: Authorized<TextShareSummary>, changes: TextShareChanges): Promise<void>;
  remove(shares: readonly Authorized<TextShareSummary>[]): Promise<number>;
  removeExpired(before: Date): Promise<number>;
  removeUsedUp(before: Date, now: Date): Promise<number>;
}

export type TextShareChanges = Partial<Omit<TextShare, 'id' | 'createdBy' | 'createdAt'>>;

const PREVIEW_LENGTH = 200;
const withoutContent = { content: true, searchText: true } as const;

export function createTextShareRepository(prisma: PrismaClient): TextShareRepository {
  const { textShare } = prisma;
  const markUsedUp = async (now: Date, id?: string) => {
    const where = { usedUpAt: null, views: { gte: textShare.fields.maxViews } };
    await textShare.updateMany({
      where: id === undefined ? where : { ...where, id },
      data: { usedUpAt: now },
    });
  };
  return {
    async create(share) {
      const data = { ...share, searchText: searchText(share) };
      await translateShareFailure(
        textShare.create({ data, select: { id: true } }),
        'text_shares.not_found',
      );
    },
    async findBySlug(slug) {
      return (await textShare.findUnique({ where: { slug } })) ?? undefined;
    },
    async findByIdOrSlug(idOrSlug) {
      const byId = await textShare.findUnique({ where: { id: idOrSlug } });
      return byId ?? (await textShare.findUnique({ where: { slug: idOrSlug } })) ?? undefined;
    },
    findSummaries: (ids) =>
      textShare.findMany({ where: { id: { in: [...ids] } }, omit: withoutContent }),
    list: (filter, skip, take) =>
      textShare.findMany({
        where: whereOf(filter),
        orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
        skip,
        take,
        omit: withoutContent,
      }),
    count: (filter) => textShare.count({ where: whereOf(filter) }),
    async contentsOf(ids) {
      const rows = await textShare.findMany({
        where: { id: { in: [...ids] } },
        select: { id: true, content: true },
      });
      return new Map(rows.map(({ id, content }) => [id, content]));
    },
    async spendView(id, now) {
      const left = { OR: [{ maxViews: null }, { views: { lt: textShare.fields.maxViews } }] };
      const [spent] = await textShare.updateManyAndReturn({
        where: { id, AND: [isOpenAt(now), left] },
        data: { views: { increment: 1 } },
        select: { views: true, maxViews: true },
      });
      if (!spent) return undefined;
      const view = toSpentView(spent);
      if (view.isLastView) await markUsedUp(now, id);
      return view;
    },
    async addViews(views) {
      const updates = inOneOrder(views).map(([id, count]) =>
        textShare.updateMany({ where: { id }, data: { views: { increment: count } } }),
      );
      await prisma.$transaction(updates);
    },
    async update(share, changes) {
      const data = { ...changes, usedUpAt: null, searchText: searchText({ ...share, ...changes }) };
      await translateShareFailure(
        textShare.update({ where: { id: share.id }, data, select: { id: true } }),
        'text_shares.not_found',
      );
    },
    async remove(shares) {
      const ids = shares.map(({ id }) => id);
      return (await textShare.deleteMany({ where: { id: { in: ids } } })).count;
    },
    async removeExpired(before) {
      return (await textShare.deleteMany({ where: { expiresAt: { lte: before } } })).count;
    },
    async removeUsedUp(before, now) {
      // Those whose last view a crash kept from being noted.
      await markUsedUp(now);
      return (await textShare.deleteMany({ where: { usedUpAt: { lte: before } } })).count;
    },
  };
}

/** First characters of a text, without cutting one in two. */
export function previewOf(content: string): string {
  return content.slice(0, PREVIEW_LENGTH).replace(/[\uD800-\uDBFF]$/, '');
}

function searchText({ slug, remark, preview }: Omit<TextShareSummary, 'id'>): string {
  return toSearchText(`${slug}\n${remark ?? ''}\n${preview}`);
}

function whereOf({ createdBy, search }: TextShareFilter): Prisma.TextShareWhereInput {
  return {
    ...(createdBy === undefined ? {} : { createdBy }),
    ...(search ? { searchText: { contains: toSearchText(search) } } : {}),
  };
}
