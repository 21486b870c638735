import { sqltag } from '@prisma/client/runtime/client';
import { createGroupCommit } from '#concurrency/group-commit.ts';
import { isUniqueViolation, type Prisma, type PrismaClient, type TextShareRow } from '#database';
import { insertRows } from '#database/insert-rows.ts';
import type { DatabaseKind } from '#database/schema-connection.ts';
import { toSearchText } from '#database/search-text.ts';
import type { Authorized } from '#security/authorized.ts';
import { type ShareSorting, TEXT_COLUMNS } from '#share-rules/share-list.ts';
import { inOrderOf, translateShareFailure } from '#share-rules/share-rows.ts';
import { createShareStatements } from '#share-rules/share-statements.ts';

/** Row without its text, which may be 10 MiB. */
export type TextShareSummary = Readonly<Omit<TextShareRow, 'content' | 'searchText' | 'usedUpAt'>>;

export type TextShare = TextShareSummary & Readonly<Pick<TextShareRow, 'content'>>;

export type TextShareSorting = ShareSorting<keyof typeof TEXT_COLUMNS>;

export type TextShareRepository = ReturnType<typeof createTextShareRepository>;

export type TextShareChanges = Partial<Omit<TextShare, 'id' | 'createdBy' | 'createdAt'>>;

const PREVIEW_LENGTH = 200;
/** Longer texts are stored one by one, so that short ones do not wait for them. */
const GROUPED_LENGTH = 64 * 1024;
/** Number of rows that one statement removes, so that other writers do not wait long for it. */
const REMOVAL_BATCH = 500;
const withoutContent = { content: true, searchText: true, usedUpAt: true } as const;

/**
 * Each change sets a newer `updatedAt`. Together with the id it is the version that `contentOf`,
 * `spendView` and `update` check.
 */
export function createTextShareRepository(prisma: PrismaClient, kind: DatabaseKind) {
  const { textShare } = prisma;
  const statements = createShareStatements(prisma, kind, 'text_shares', TEXT_COLUMNS);
  const insert = (shares: readonly TextShare[]) => {
    const rows = shares.map((share) => ({ ...share, searchText: searchText(share) }));
    return insertRows(prisma, 'text_shares', rows);
  };
  const insertTogether = createGroupCommit<TextShare, void>(
    async (shares) => {
      // Sorted, so that two replicas cannot deadlock on each other's slugs.
      await insert(shares.toSorted((a, b) => (a.slug < b.slug ? -1 : 1)));
      return shares.map(() => undefined);
    },
    { isFaultOfOne: isUniqueViolation },
  );
  const findSummaries = (ids: readonly string[]) =>
    textShare.findMany({ where: { id: { in: [...ids] } }, omit: withoutContent });
  const removeBatches = async (where: Prisma.TextShareWhereInput) => {
    for (let removed = 0; ; ) {
      const rows = await textShare.findMany({ where, select: { id: true }, take: REMOVAL_BATCH });
      const ids = rows.map(({ id }) => id);
      removed += (await textShare.deleteMany({ where: { ...where, id: { in: ids } } })).count;
      if (ids.length < REMOVAL_BATCH) return removed;
    }
  };
  return {
    async create(share: TextShare) {
      const isLong = share.content.length > GROUPED_LENGTH;
      await translateShareFailure(
        isLong ? insert([share]) : insertTogether(share),
        'text_shares.not_found',
      );
    },
    async findBySlug(slug: string): Promise<TextShareSummary | undefined> {
      return (await textShare.findUnique({ where: { slug }, omit: withoutContent })) ?? undefined;
    },
    async findById(id: string): Promise<TextShare | undefined> {
      return (await textShare.findUnique({ where: { id } })) ?? undefined;
    },
    async findByIdOrSlug(idOrSlug: string): Promise<TextShare | undefined> {
      const byId = await textShare.findUnique({ where: { id: idOrSlug } });
      return byId ?? (await textShare.findUnique({ where: { slug: idOrSlug } })) ?? undefined;
    },
    findSummaries,
    async list(...page: Parameters<typeof statements.pageOf>) {
      const { ids, total } = await statements.pageOf(...page);
      return { shares: inOrderOf(ids, await findSummaries(ids)), total };
    },
    async contentsOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
      const rows = await textShare.findMany({
        where: { id: { in: [...ids] } },
        select: { id: true, content: true },
      });
      return new Map(rows.map(({ id, content }) => [id, content]));
    },
    /** Text of this version; undefined if the share has changed or was removed. */
    async contentOf(share: TextShareSummary): Promise<string | undefined> {
      const where = versionOf(share);
      return (await textShare.findFirst({ where, select: { content: true } }))?.content;
    },
    /** Length of the text in UTF-8 bytes. Neither database reads the text for that. */
    async contentBytesOf({ id }: TextShareSummary): Promise<number | undefined> {
      const [row] = await prisma.$queryRaw<{ bytes: number | bigint }[]>(
        sqltag`SELECT octet_length(content) AS bytes FROM text_shares WHERE id = ${id}`,
      );
      return row && Number(row.bytes);
    },
    /** Spends one view of this version. */
    spendView: (share: TextShareSummary, now: Date) =>
      statements.spendView(versionOf(share), now, 'content'),
    addViews: statements.addViews,
    /**
     * Changes the version that was read; returns false if another caller has changed or removed it.
     *
     * @throws {AppError} `shares.slug_taken`
     */
    async update(share: Authorized<TextShare>, changes: TextShareChanges): Promise<boolean> {
      const data = { ...changes, usedUpAt: null, searchText: searchText({ ...share, ...changes }) };
      const update = textShare.updateMany({ where: versionOf(share), data });
      return (await translateShareFailure(update, 'text_shares.not_found')).count > 0;
    },
    async remove(shares: readonly Authorized<TextShareSummary>[]): Promise<number> {
      const ids = shares.map(({ id }) => id);
      return (await textShare.deleteMany({ where: { id: { in: ids } } })).count;
    },
    removeExpired: (before: Date) => removeBatches({ expiresAt: { lte: before } }),
    async removeUsedUp(before: Date, now: Date): Promise<number> {
      await statements.markUsedUp(now);
      return removeBatches({ usedUpAt: { lte: before } });
    },
  };
}

function versionOf({ id, updatedAt }: TextShareSummary) {
  return { id, updatedAt };
}

/** First characters of a text, without splitting a surrogate pair. */
export function previewOf(content: string): string {
  return content.slice(0, PREVIEW_LENGTH).replace(/[\uD800-\uDBFF]$/, '');
}

function searchText({ slug, remark, note, preview }: Omit<TextShareSummary, 'id'>): string {
  return toSearchText(`${slug}\n${remark ?? ''}\n${note ?? ''}\n${preview}`);
}
