import { removeEntries, renameEntry } from '@satchel/api-client/contract/file-system';
import { commitCopies, copyEntries } from '@satchel/api-client/contract/file-system-copies';
import { cancelOperation, getOperation } from '@satchel/api-client/contract/file-system-operations';
import { AppError } from '#errors';
import { StartedReply } from '#http/contract/envelope.ts';
import { type HttpDependencies, mountEndpoint } from '#http/contract/mount-endpoint.ts';
import { nameOf } from '#paths/key.ts';
import { messageOf } from '../presenter.ts';
import type { FileSystemService, Operation, OperationKind, Outcome, Results } from '../service.ts';
import { type Audience, presentCopies, presentOperation, presentRemoval } from './presenter.ts';

export function operationRoutes(
  http: HttpDependencies,
  { operations, clientCopies }: Pick<FileSystemService, 'operations' | 'clientCopies'>,
): void {
  mountEndpoint(http, renameEntry, async (call) => {
    const { oldPath, newPath } = call.body;
    const outcome = await operations.run('rename', call.caller, { oldPath, newPath }, call);
    const details = { to: newPath, ...startedOnly(outcome) };
    await http.audit(call, { action: 'files.moved', target: oldPath, details });
    return answer(outcome, () => null);
  });

  mountEndpoint(http, removeEntries, async (call) => {
    const { paths, if_match } = call.body;
    // A folder has no ETag.
    if (if_match && paths.some((path) => path.endsWith('/'))) throw new AppError('request.invalid');
    const input = { paths, etag: if_match ?? undefined };
    const outcome = await operations.run('remove', call.caller, input, call);
    const kept = outcome.isRunning ? [] : outcome.result.failed.map(({ path }) => path);
    const [target, ...others] = paths.filter((path) => !kept.includes(path));
    const details = { ...(others.length > 0 && { others }), ...startedOnly(outcome) };
    if (target !== undefined) await http.audit(call, { action: 'files.deleted', target, details });
    return answer(outcome, (result) => presentRemoval(result, call));
  });

  mountEndpoint(http, copyEntries, async (call) => {
    const input = { items: call.body.items, skipExisting: call.body.skipExisting ?? false };
    const outcome = await operations.run('copy', call.caller, input, call);
    return answer(outcome, (result) => presentCopies(clientCopies, outcome.id, result, call));
  });

  mountEndpoint(http, getOperation, async (call) =>
    present(await operations.find(call.caller, call.params.id), call),
  );

  mountEndpoint(http, cancelOperation, async (call) => {
    const operation = await operations.cancel(call.caller, call.params.id);
    const { id, kind, end } = operation;
    if (kind === 'copy' && end && 'data' in end) {
      await clientCopies.giveUp(id, end.data as Results['copy']);
    }
    return present(operation, call);
  });

  mountEndpoint(http, commitCopies, async ({ caller, body, language, signal, reply }) => {
    const results = await clientCopies.commit(caller, body.targetMountId, body.files, signal);
    const success = results
      .filter(({ error }) => error === undefined)
      .map(({ targetPath }) => ({ targetPath, fileName: nameOf(targetPath) }));
    const failed = results.flatMap(({ targetPath, error }) =>
      error ? [{ targetPath, error: messageOf(error, language) }] : [],
    );
    // CONTRACT A5: 202 if some items failed.
    if (failed.length > 0) reply.code(202);
    return { success, failed };
  });

  const present = (operation: Operation, audience: Audience) =>
    presentOperation(clientCopies, operation, audience);
}

/** Logs only the start of an operation that is still running, because it may fail. */
const startedOnly = ({ isRunning }: { readonly isRunning: boolean }) =>
  isRunning ? { started: true } : {};

/** Replies with the result, or with the id of the running operation. */
function answer<K extends OperationKind, Data>(
  outcome: Outcome<K>,
  present: (result: Results[K]) => Data,
): Data | StartedReply {
  return outcome.isRunning
    ? new StartedReply({ operation_id: outcome.id })
    : present(outcome.result);
}
