import type { Language } from '@satchel/api-client/messages';
import { serverMessage } from '@satchel/api-client/server-messages';
import { nameOf } from '#paths/key.ts';
import { messageOf } from '../presenter.ts';
import type { ClientCopies, SignedCopy } from './copies/client-copies.ts';
import type { CopyOutcome } from './copies/item-copy.ts';
import { isPrefix } from './copies/side-by-side.ts';
import type { End, Operation, OperationKind } from './journal.ts';
import type { RemovalResult } from './removing.ts';

/** Language and origins of a reply. */
export interface Audience {
  readonly language: Language;
  readonly origin: string;
  /** Origin that content is read from. */
  readonly contentOrigin: string;
}

type CarriedOutcome = Extract<CopyOutcome, { status: 'elsewhere' }>;

export function presentRemoval({ success, failed }: RemovalResult, { language }: Audience) {
  return {
    success,
    failed: failed.map(({ path, error }) => ({ path, error: messageOf(error, language) })),
  };
}

export async function presentCopies(
  clientCopies: ClientCopies,
  id: string,
  outcomes: readonly CopyOutcome[],
  audience: Audience,
) {
  const { language } = audience;
  const details = outcomes.map((outcome) => ({
    sourcePath: outcome.sourcePath,
    targetPath: outcome.targetPath,
    status: outcome.status === 'elsewhere' ? ('success' as const) : outcome.status,
    message:
      outcome.status === 'failed'
        ? messageOf(outcome.error, language)
        : serverMessage('reply.done', language),
  }));
  const counts = countsOf(outcomes);
  const elsewhere = outcomes.filter((outcome) => outcome.status === 'elsewhere');
  if (elsewhere.length === 0) return { crossStorage: false as const, ...counts, details };
  const crossStorageResults = [];
  for (const outcome of elsewhere) {
    const files = await clientCopies.sign(id, outcome.copy, audience);
    crossStorageResults.push(presentCarried(outcome, files, language));
  }
  return {
    crossStorage: true as const,
    operationId: id,
    requiresClientSideCopy: true as const,
    standardCopyResults: counts,
    crossStorageResults: crossStorageResults.filter((result) => result !== undefined),
    failed: details
      .filter(({ status }) => status === 'failed')
      .map(({ sourcePath, targetPath, message }) => ({ sourcePath, targetPath, error: message })),
    details,
  };
}

/** Data that a caller needs for a client-side copy between storages; undefined once the copy is complete. */
function presentCarried(
  { copy, targetPath }: CarriedOutcome,
  files: readonly SignedCopy[],
  language: Language,
) {
  const isDirectory = isPrefix(copy.from);
  const { wantedPath } = copy;
  const common = {
    crossStorage: true as const,
    source: copy.source.path + (isDirectory ? '/' : ''),
    target: targetPath,
    status: 'success' as const,
    sourceMount: copy.source.mountId,
    targetMount: copy.target.mountId,
    renamed: targetPath.replace(/\/$/, '') !== wantedPath.replace(/\/+$/, ''),
    originalTarget: wantedPath,
    message: serverMessage('reply.done', language),
  };
  if (isDirectory) {
    const items = files.map((file) => {
      const fileName = nameOf(file.targetKey);
      const below = file.targetKey.slice(copy.to.length);
      const relativeDir = below.slice(0, below.length - fileName.length).replace(/\/$/, '');
      return { ...file, fileName, relativeDir };
    });
    return { ...common, isDirectory: true as const, items };
  }
  const [file] = files;
  if (!file) return undefined;
  const { sourceKey: sourceS3Path, targetKey: targetS3Path, ...rest } = file;
  const fileName = nameOf(targetS3Path);
  return { ...common, isDirectory: false as const, sourceS3Path, targetS3Path, fileName, ...rest };
}

/** CONTRACT F7.1: a directory counts its objects and itself. */
function countsOf(outcomes: readonly CopyOutcome[]) {
  const counts = { success: 0, skipped: 0, failed: 0 };
  for (const outcome of outcomes) {
    if (outcome.status === 'failed') counts.failed += 1;
    if (outcome.status === 'skipped') counts.skipped += 1;
    if (outcome.status !== 'success') continue;
    counts.success += outcome.objects + (outcome.sourcePath.endsWith('/') ? 1 : 0);
    counts.skipped += outcome.skipped;
  }
  return counts;
}

export async function presentOperation(
  clientCopies: ClientCopies,
  operation: Operation,
  audience: Audience,
) {
  const { id, kind, state, isCancelling, progress, createdAt, updatedAt, end } = operation;
  const error = end && 'error' in end && state === 'failed' ? end.error : undefined;
  return {
    id,
    kind,
    state,
    is_cancelling: isCancelling,
    progress,
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
    result: await presentResult(clientCopies, id, kind, end, audience),
    error: error ? { code: error.code, message: messageOf(error, audience.language) } : null,
  };
}

/** Data as in the answer of the call itself. */
async function presentResult(
  clientCopies: ClientCopies,
  id: string,
  kind: OperationKind,
  end: End<OperationKind> | undefined,
  audience: Audience,
) {
  if (!end || 'error' in end || end.data === null) return null;
  if (kind === 'remove') return presentRemoval(end.data as RemovalResult, audience);
  return presentCopies(clientCopies, id, end.data as readonly CopyOutcome[], audience);
}
