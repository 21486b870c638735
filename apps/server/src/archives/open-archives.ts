import type { PrismaClient } from '#database';
import { type ArchivesDependencies, createArchives } from './archives.ts';
import { createChecksumRepository } from './checksum-repository.ts';
import { type ChecksumsDependencies, createChecksums } from './checksums.ts';

/** Archives whose checksums are in the database that all replicas share. */
export function openArchives(
  prisma: PrismaClient,
  dependencies: Pick<ArchivesDependencies, 'buffers'> & Omit<ChecksumsDependencies, 'repository'>,
) {
  const repository = createChecksumRepository(prisma);
  const checksums = createChecksums({ ...dependencies, repository });
  const { sweep, close } = checksums;
  return { ...createArchives({ ...dependencies, checksums }), sweep, close };
}
