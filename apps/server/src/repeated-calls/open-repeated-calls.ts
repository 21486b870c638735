import type { PrismaClient } from '#database';
import { createRepeatedCalls, type RepeatedCalls } from './repeated-calls.ts';
import { createRepeatedCallRepository } from './repository.ts';

/** Repeated calls with rows in the database that all replicas share. */
export function openRepeatedCalls(
  prisma: PrismaClient,
  dependencies: Omit<Parameters<typeof createRepeatedCalls>[0], 'repository'>,
): RepeatedCalls {
  return createRepeatedCalls({ ...dependencies, repository: createRepeatedCallRepository(prisma) });
}
