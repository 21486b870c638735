import { nameWithSuffix } from '@satchel/api-client/contract/item-path';
import { PERMISSION_FLAGS } from '@satchel/api-client/permissions';
import { LRUCache } from 'lru-cache';
import { AppError } from '#errors';
import { nameFromTitle } from '#files/file-name.ts';
import type { DeliveryCaller } from '#security/caller.ts';
import { verifyPassword } from '#security/passwords.ts';
import { hashToken, orderedId, randomAlphanumeric, randomToken } from '#security/random.ts';
import { isLoopback } from '#throttles/source.ts';
import type { UploadRequestDependencies } from '../dependencies.ts';
import type { FolderAccess } from '../requests/folder-access.ts';
import type { UploadRequest } from '../requests/repository.ts';

/** SECURITY 24: strangers make rows here, so each request and each source has a limit. */
const MAX_DELIVERIES = 10_000;
const MAX_EMPTY_DELIVERIES = 1000;
/** Deliveries of one source in the window of the throttles, which is five minutes. */
const MAX_OF_SOURCE = 30;
/** Wait that a full request names, in seconds. */
const FULL_WAIT_SECONDS = 600;
const FOLDER_ATTEMPTS = 20;
/** Receipt number: short enough to read out, too long to guess, without 0 and O, 1, I and L, or U. */
const RECEIPT_CHARACTERS = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const RECEIPT_LENGTH = 10;
const TOKEN_PREFIX_LENGTH = 8;
/** Time after its last use for which a token counts as in use. */
const TOKEN_USE_MS = 60_000;

/** Visitor who starts a delivery. */
export interface Entry {
  readonly name?: string | null | undefined;
  readonly email?: string | null | undefined;
  readonly password?: string | null | undefined;
  readonly source: string;
  readonly signal: AbortSignal;
}

/** Calls of the visitors of upload requests. */
export function createVisiting(dependencies: UploadRequestDependencies, access: FolderAccess) {
  const { requests, deliveries, notifications, throttles, clock } = dependencies;
  const checkPassword = createCheckPassword(dependencies);
  const findFolder = createFindFolder(dependencies, access);

  /** @throws {AppError} `upload_requests.not_found`, `.expired`, `.folder_gone` */
  const findOpen = async (slug: string): Promise<UploadRequest> => {
    const request = await requests.findBySlug(slug);
    if (!request) throw new AppError('upload_requests.not_found');
    if (isOver(request, clock.now())) throw new AppError('upload_requests.expired');
    await access.assertOpen(request);
    return request;
  };
  const assertRoom = async (request: UploadRequest, source: string) => {
    const { total, empty } = await deliveries.countOf(request.id);
    if (total >= MAX_DELIVERIES || empty >= MAX_EMPTY_DELIVERIES) {
      throw new AppError('auth.throttled', { details: { seconds: FULL_WAIT_SECONDS } });
    }
    // A local proxy makes every visitor look like this machine unless `TRUSTED_PROXIES` names it.
    if (!isLoopback(source)) await throttles.count('upload-request-entry', source, MAX_OF_SOURCE);
  };
  /** Delivery of a caller; another request's slug does not lead to it. */
  const findHeld = async (caller: DeliveryCaller, slug: string) => {
    const held = await deliveries.find(caller.id);
    if (held?.request.slug !== slug) throw new AppError('upload_requests.token_invalid');
    return held;
  };

  return {
    findOpen,
    /** Starts a delivery. Only this call ever returns its token. */
    async enter(slug: string, { name, email, password, source, signal }: Entry) {
      const request = await findOpen(slug);
      await checkPassword(request, password || undefined, source);
      if (request.askName && !name) throw new AppError('upload_requests.name_required');
      await assertRoom(request, source);
      const token = randomToken();
      const now = clock.now();
      for (let attempt = 0; attempt < FOLDER_ATTEMPTS; attempt += 1) {
        const receipt = randomAlphanumeric(RECEIPT_LENGTH, RECEIPT_CHARACTERS);
        const row = {
          id: orderedId(),
          requestId: request.id,
          receipt,
          tokenHash: hashToken(token),
          name: name || null,
          email: email || null,
          note: null,
          folder: await findFolder(request, name || receipt, receipt, signal),
          state: 'open',
          createdAt: now,
          updatedAt: now,
        };
        if (await deliveries.create(row, request.passwordHash)) return { token, receipt };
      }
      throw new AppError('auth.busy', { details: { seconds: 1 } });
    },
    /** Own delivery with its stored files. */
    async visit(caller: DeliveryCaller, slug: string) {
      const held = await findHeld(caller, slug);
      return { delivery: held, files: await deliveries.filesOf(held.id) };
    },
    /** Finishes the own delivery. Safe to repeat. */
    async finish(caller: DeliveryCaller, slug: string, note: string | null | undefined) {
      const { request, ...held } = await findHeld(caller, slug);
      const isEnded = await deliveries.finish(
        held,
        note || null,
        clock.now(),
        async (transaction, done) => {
          const { notifyUrl: url, notifySecret: secret, title: subject } = request;
          if (url === null || secret === null) return;
          const event = 'request.delivery_done' as const;
          const data = {
            request_id: request.id,
            slug: request.slug,
            delivery_id: done.id,
            receipt: done.receipt,
            name: done.name,
            email: done.email,
            note: done.note,
            file_count: done.fileCount,
            total_size: Number(done.byteCount),
          };
          await notifications.enqueue(transaction, { event, subject, url, secret, data });
        },
      );
      if (isEnded) notifications.wake();
      const after = await deliveries.find(held.id);
      if (after?.state !== 'done') throw new AppError('upload_requests.delivery_empty');
      return after;
    },
    authenticate: createAuthenticate(dependencies),
  };
}

function isOver({ expiresAt }: UploadRequest, now: Date): boolean {
  return expiresAt !== null && expiresAt <= now;
}

/** Checks the password of a request, if it has one. */
function createCheckPassword({ throttles, refusals }: UploadRequestDependencies) {
  return async (
    { slug, passwordHash }: UploadRequest,
    given: string | undefined,
    source: string,
  ) => {
    if (passwordHash === null) return;
    if (given === undefined) throw new AppError('upload_requests.password_required');
    const attempt = { kind: 'upload-request', target: slug, source } as const;
    const check = async () => (await verifyPassword(given, passwordHash)) || undefined;
    if (await throttles.guard(attempt, check)) return;
    refusals.refused({ credential: 'share_password', target: slug, source });
    throw new AppError('upload_requests.wrong_password');
  };
}

/** Chooses the folder of a delivery: new within the request, and in the mount. */
function createFindFolder(
  { deliveries, folders }: UploadRequestDependencies,
  access: FolderAccess,
) {
  const isTaken = async (request: UploadRequest, folder: string, signal: AbortSignal) => {
    if (await deliveries.hasFolder(request.id, folder)) return true;
    const { place } = await access.resolve(request, folder);
    return place !== undefined && folders.isTaken(place, signal);
  };
  return async (request: UploadRequest, wanted: string, receipt: string, signal: AbortSignal) => {
    const name = nameFromTitle(wanted, receipt);
    for (let number = 0; number < FOLDER_ATTEMPTS; number += 1) {
      const folder = number === 0 ? name : `${name} (${number})`;
      if (!(await isTaken(request, folder, signal))) return folder;
    }
    return nameWithSuffix(name, ` ${receipt}`);
  };
}

/** Finds the delivery of a token. Once the request is over, its sender can read and finish it. */
function createAuthenticate({ deliveries, throttles, clock }: UploadRequestDependencies) {
  const used = new LRUCache<string, true>({ max: 10_000, ttl: TOKEN_USE_MS, updateAgeOnGet: true });
  return async (token: string, source: string): Promise<DeliveryCaller> => {
    const tokenHash = hashToken(token);
    const find = () => deliveries.findByToken(tokenHash);
    const id = hashToken(`${token} ${source}`);
    const target = token.slice(0, TOKEN_PREFIX_LENGTH);
    // A token that is in use skips the throttle, because it is no guess.
    const held =
      (used.get(id) && (await find())) ||
      (await throttles.guard({ kind: 'upload-token', target, source }, find));
    if (!held || held.state === 'ended') throw new AppError('upload_requests.token_invalid');
    used.set(id, true);
    return {
      kind: 'delivery',
      id: held.id,
      permissions: PERMISSION_FLAGS.file_share,
      basePath: '/',
      requestId: held.requestId,
      isDone: held.state === 'done' || isOver(held.request, clock.now()),
    };
  };
}
