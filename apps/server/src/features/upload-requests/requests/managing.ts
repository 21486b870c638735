import type {
  createUploadRequest,
  updateUploadRequest,
} from '@satchel/api-client/contract/upload-requests';
import { createdByOf } from '@satchel/api-client/permissions';
import type { z } from 'zod';
import { authorizeOwners } from '#security/authorized.ts';
import type { AuthenticatedCaller } from '#security/caller.ts';
import { hashPassword } from '#security/passwords.ts';
import { randomId } from '#security/random.ts';
import { expiryInHours, toStoredExpiry } from '#share-rules/limits.ts';
import { passwordChange } from '#share-rules/owner-changes.ts';
import { pageFor, type ShareQuery } from '#share-rules/share-list.ts';
import { findOwnLink } from '#share-rules/share-rows.ts';
import { checkSlug, createLink, withChangedSlug } from '#share-rules/slug.ts';
import { cleanUpDeliveries, type RemovedDeliveries } from '../deliveries/clean-up.ts';
import type { UploadRequestDependencies } from '../dependencies.ts';
import type { UploadRequest, UploadRequestChanges, UploadRequestSorting } from './repository.ts';

type UploadRequestInput = z.output<NonNullable<typeof createUploadRequest.body>>;
type UploadRequestUpdate = z.output<NonNullable<typeof updateUploadRequest.body>>;

const REMOVAL_BATCH = 200;

export type Managing = ReturnType<typeof createManaging>;

/** Calls of the owner of upload requests. */
export function createManaging(dependencies: UploadRequestDependencies) {
  const { requests, deliveries, apiKeys, notifications, clock } = dependencies;
  const findFolder = createFindFolder(dependencies);

  const findOwn = (caller: AuthenticatedCaller, idOrSlug: string) =>
    findOwnLink(requests, caller, idOrSlug, 'upload_requests.not_found');
  const describe = async (rows: readonly UploadRequest[]) => ({
    keyNameOf: await apiKeys.namesOfCreators(rows.map(({ createdBy }) => createdBy)),
    countsOf: await requests.countsOf(rows.map(({ id }) => id)),
  });
  /** Deletes the rows of a request and of its deliveries. Adds the deliveries to `gone`. */
  const removeRows = async (id: string, gone: RemovedDeliveries[]) => {
    for (;;) {
      const ids = await deliveries.listIds(id, REMOVAL_BATCH);
      if (ids.length > 0) gone.push(await deliveries.remove(id, ids, clock.now()));
      else if ((await requests.removeEmpty([id])) > 0) return;
      else if ((await requests.findById(id)) === undefined) return;
    }
  };
  /** Deletes requests with their deliveries; files in a mount and files of bundles stay. */
  const removeAll = async (ids: readonly string[]) => {
    const gone: RemovedDeliveries[] = [];
    try {
      for (const id of ids) await removeRows(id, gone);
    } finally {
      // Cleans up after all rows are gone, because the timeouts of a silent storage would add up.
      await Promise.all(gone.map((removed) => cleanUpDeliveries(dependencies, removed)));
    }
  };

  return {
    findOwn,
    describe,
    /** @param onceId id for a call that may be repeated: an existing request with this id is returned */
    async create(
      caller: AuthenticatedCaller,
      input: UploadRequestInput,
      signal: AbortSignal,
      onceId?: string,
    ) {
      const chosen = checkSlug(input.slug);
      const folder = await findFolder(caller, input.path, signal);
      const webhook = await notifications.changeWebhook(null, input.notify_url);
      const now = clock.now();
      const request = {
        id: onceId ?? randomId(),
        title: input.title,
        ...columnsOf(input),
        ...folder,
        note: null,
        passwordHash: input.password ? await hashPassword(input.password) : null,
        expiresAt: expiryInHours(input.expires_in, now),
        notifyUrl: null,
        notifySecret: null,
        ...webhook.columns,
        fileCount: 0,
        byteCount: 0n,
        createdBy: createdByOf(caller),
        createdAt: now,
        updatedAt: now,
      };
      const { row, isNew } = await createLink(requests, chosen, request, onceId);
      return { request: row, notifySecret: isNew ? webhook.plainSecret : null };
    },
    async list(caller: AuthenticatedCaller, query: ShareQuery<UploadRequestSorting['by']>) {
      const page = await requests.list(...pageFor(caller, query, clock.now()));
      const owner = caller.kind === 'admin' ? undefined : createdByOf(caller);
      const unseen = await requests.countUnseen(owner);
      return { ...page, unseen, ...(await describe(page.requests)) };
    },
    /** Changes a request. Returns the secret of a new webhook. */
    async update(caller: AuthenticatedCaller, idOrSlug: string, update: UploadRequestUpdate) {
      const request = await findOwn(caller, idOrSlug);
      const webhook = await notifications.changeWebhook(request.notifyUrl, update.notify_url);
      const changes = {
        ...(await changesOf(update, request, clock.now())),
        ...webhook.columns,
      };
      await withChangedSlug(update.slug, request.slug, (slug) =>
        requests.update(request, { ...changes, ...slug }),
      );
      if (changes.passwordHash) {
        // Uploads of deliveries that the new password has ended would hold quota.
        await dependencies.endUploads({
          createdBy: { in: await deliveries.sendersOfEnded(request.id) },
        });
      }
      const changed = await findOwn(caller, request.id);
      await notifications.moveWaiting(request, changed);
      return { request: changed, notifySecret: webhook.plainSecret };
    },
    /** Deletes those of the requests that the caller owns. Returns their ids. */
    async remove(caller: AuthenticatedCaller, ids: readonly string[]) {
      const own = authorizeOwners(caller, await requests.findMany(ids)).map(({ id }) => id);
      await removeAll(own);
      return own;
    },
    /**
     * Removes requests that ended before a time, unless they have files, and deliveries that their
     * senders have left before another time.
     */
    async sweep(overBefore: Date, abandonedBefore: Date): Promise<number> {
      const abandoned = await deliveries.removeAbandoned(abandonedBefore);
      const ended = await requests.listEnded(overBefore, REMOVAL_BATCH);
      await removeAll(ended);
      return abandoned + ended.length;
    },
  };
}

/** Resolves the folder of a new request with the rights of its creator. */
function createFindFolder({ folders, storageConfigs }: UploadRequestDependencies) {
  return async (
    caller: AuthenticatedCaller,
    path: string | null | undefined,
    signal: AbortSignal,
  ): Promise<Pick<UploadRequest, 'storageConfigId' | 'folderPath' | 'storagePath'>> => {
    if (!path) {
      const { config } = await storageConfigs.findForUpload(caller, undefined);
      return { storageConfigId: config.id, folderPath: null, storagePath: null };
    }
    const place = await folders.findExisting(caller, path, signal);
    return {
      storageConfigId: place.storage.config.id,
      folderPath: place.path,
      storagePath: place.key === '' ? '' : `${place.key}/`,
    };
  };
}

type Fields = Partial<Omit<UploadRequestInput, 'title' | 'path'>>;

/** Columns that callers set as they are. */
function columnsOf(input: Fields) {
  const list = (values: readonly string[] | null | undefined) =>
    values && values.length > 0 ? JSON.stringify(values) : null;
  const bytes = (count: number | null | undefined) => (count ? BigInt(count) : null);
  return {
    message: input.message || null,
    maxFiles: input.max_files || null,
    maxFileBytes: bytes(input.max_file_bytes),
    maxTotalBytes: bytes(input.max_total_bytes),
    types: list(input.types),
    wanted: list(input.wanted),
    askName: input.ask_name ?? false,
  };
}

const FIELD_OF = {
  message: 'message',
  maxFiles: 'max_files',
  maxFileBytes: 'max_file_bytes',
  maxTotalBytes: 'max_total_bytes',
  types: 'types',
  wanted: 'wanted',
  askName: 'ask_name',
} as const;

/** Absent fields keep their values. */
async function changesOf(
  update: UploadRequestUpdate,
  request: UploadRequest,
  now: Date,
): Promise<UploadRequestChanges> {
  const given = Object.entries(columnsOf(update)).filter(
    ([column]) => update[FIELD_OF[column as keyof typeof FIELD_OF]] !== undefined,
  );
  const expiresAt =
    update.expires_in === undefined
      ? toStoredExpiry(update.expires_at, now, request.expiresAt)
      : expiryInHours(update.expires_in, now);
  return {
    updatedAt: now,
    ...(Object.fromEntries(given) as UploadRequestChanges),
    ...(update.title === undefined ? {} : { title: update.title }),
    ...(update.note === undefined ? {} : { note: update.note || null }),
    ...(expiresAt === undefined ? {} : { expiresAt }),
    ...(await passwordChange(update.password)),
  };
}
