import { TEXT_CONTENT_MAX_BYTES } from '@satchel/api-client/contract/limits';
import {
  createTextShareRepository,
  previewOf,
} from '@satchel/server/features/text-shares/repository';
import { withSlug } from '@satchel/server/share-rules/slug';
import type { CloudPasteRow } from './cloudpaste-database.ts';
import { type ImportContext, isOver, ownerOf, passwordHashOf, slugHere } from './import-context.ts';

export async function importTexts(context: ImportContext): Promise<void> {
  const { source, database, report, isDry, now } = context;
  const { textShare } = database.prisma;
  const plain = new Map(
    [...source.rows('paste_passwords')].map((row) => [row.paste_id, row.plain_password]),
  );
  for (const row of source.rows('pastes', (reason) => report.problem('texts', reason))) {
    if (await textShare.findUnique({ where: { id: row.id }, select: { id: true } })) {
      report.known('texts');
    } else if (isOver(row, now)) {
      report.problem('texts', `${row.slug}: expired or used up`);
    } else if (Buffer.byteLength(row.content) > TEXT_CONTENT_MAX_BYTES) {
      report.problem('texts', `${row.slug}: larger than ${TEXT_CONTENT_MAX_BYTES / 1024 ** 2} MiB`);
    } else {
      const isTaken = (await textShare.count({ where: { slug: row.slug } })) > 0;
      const slug = slugHere(row.slug, isTaken);
      const hash = await passwordHashOf(
        context,
        'texts',
        row.slug,
        row.password,
        plain.get(row.id),
      );
      if (!isDry) await create(context, row, slug, hash);
      else if (slug === undefined)
        report.problem('texts', `${row.slug}: this address is not free here`);
      report.imported('texts');
    }
  }
}

async function create(
  context: ImportContext,
  row: CloudPasteRow<'pastes'>,
  wanted: string | undefined,
  passwordHash: string | null,
): Promise<void> {
  const { prisma, kind } = context.database;
  const repository = createTextShareRepository(prisma, kind);
  const { content } = row;
  await withSlug(wanted, async (slug) => {
    await repository.create({
      id: row.id,
      slug,
      content,
      preview: previewOf(content),
      contentLength: content.length,
      remark: row.remark,
      note: null,
      kind: 'markdown',
      language: null,
      passwordHash,
      expiresAt: row.expires_at,
      maxViews: row.max_views,
      views: row.views ?? 0,
      createdBy: ownerOf(context, row.created_by),
      createdAt: row.created_at,
      updatedAt: row.updated_at,
    });
    if (slug !== row.slug) context.report.problem('texts', `${row.slug}: is now at ${slug}`);
  });
}
