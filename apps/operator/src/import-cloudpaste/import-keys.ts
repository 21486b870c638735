import { AppError } from '@satchel/server/errors';
import { createApiKeyRepository } from '@satchel/server/features/api-keys/repository';
import { hashToken } from '@satchel/server/security/random';
import type { ImportContext } from './import-context.ts';

const SHOWN_CHARACTERS = 6;

export async function importKeys({
  source,
  database,
  report,
  isDry,
  now,
}: ImportContext): Promise<void> {
  const repository = createApiKeyRepository(database.prisma);
  for (const row of source.rows('api_keys', (reason) => report.problem('keys', reason))) {
    if (await repository.findById(row.id)) {
      report.known('keys');
      continue;
    }
    try {
      if (!isDry) {
        await repository.create({
          id: row.id,
          name: row.name,
          keyHash: hashToken(row.key),
          keyMasked: `${row.key.slice(0, SHOWN_CHARACTERS)}...`,
          permissions: row.permissions,
          role: row.role ?? 'GENERAL',
          basicPath: row.basic_path ?? '/',
          isGuest: row.is_guest,
          lastUsedAt: row.last_used,
          expiresAt: row.expires_at,
          createdAt: row.created_at,
          updatedAt: now,
        });
      }
      report.imported('keys');
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      report.problem('keys', `${row.name}: another key has its name or its value`);
    }
  }
}
