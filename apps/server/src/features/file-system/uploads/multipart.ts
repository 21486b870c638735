import { createdByOf } from '@satchel/permissions';
import { AppError } from '#errors';
import type { ObjectInfo, StoredPart } from '#object-store';
import type { AuthenticatedCaller } from '#security/caller.ts';
import { randomId } from '#security/random.ts';
import { bareEtag } from '#share-rules/etag.ts';
import { contentTypeOf } from '#share-rules/file-type.ts';
import { partSizeFor } from '#share-rules/part-size.ts';
import type { FileSystemDependencies } from '../dependencies.ts';
import { type AuthorizedPlace, prefixOf } from '../places.ts';
import { parentOf } from '../writing/directories.ts';
import type { StoredFile, Writing } from '../writing/writing.ts';
import type { UploadSession } from './repository.ts';
import { keepOnlyWhatFits } from './uploads.ts';

const URL_LIFETIME_SECONDS = 3600;
/** How many URLs are signed before others get their turn. */
const SIGN_BATCH = 100;
/** How far the clock of a storage may be off; S3 itself refuses more. */
const CLOCK_SKEW_MS = 15 * 60 * 1000;
/** Most uploads of one listing. */
const LIST_LIMIT = 1000;

export interface SignedPart {
  readonly partNumber: number;
  readonly url: string;
}

export interface StartedUpload {
  readonly place: AuthorizedPlace;
  readonly uploadId: string;
  readonly partSize: number;
  readonly partCount: number;
  readonly urls: readonly SignedPart[];
  readonly urlLifetimeSeconds: number;
}

export interface InitInput {
  /** The directory, or the file itself. */
  readonly path: string;
  readonly fileName: string;
  readonly fileSize: number;
  readonly partSize?: number | null | undefined;
  /** How many of the first URLs come along; all by default. */
  readonly urlCount?: number | null | undefined;
}

export interface EntryReference {
  /** The directory, or the file itself. */
  readonly path: string;
  readonly fileName?: string | null | undefined;
  readonly uploadId: string;
}

interface CompletedReference extends EntryReference {
  /** In bytes, as the caller knows it. */
  readonly fileSize?: number | null | undefined;
}

interface OpenUpload {
  readonly place: AuthorizedPlace;
  readonly session: UploadSession;
}

/** Uploads in parts, straight from the browser to storage. Only their beginner goes on with them. */
export interface EntryMultipart {
  init(
    caller: AuthenticatedCaller,
    input: InitInput,
    origin: string,
    signal: AbortSignal,
  ): Promise<StartedUpload>;
  sign(
    caller: AuthenticatedCaller,
    reference: EntryReference,
    partNumbers: readonly number[],
    origin: string,
  ): Promise<Pick<StartedUpload, 'urls' | 'urlLifetimeSeconds'>>;
  listParts(
    caller: AuthenticatedCaller,
    reference: EntryReference,
    signal: AbortSignal,
  ): Promise<{ place: AuthorizedPlace; parts: readonly StoredPart[] }>;
  /** The caller's below a path; an administrator's are everybody's. */
  list(
    caller: AuthenticatedCaller,
    path: string,
  ): Promise<{ place: AuthorizedPlace; sessions: readonly UploadSession[] }>;
  /** Joins the parts. Safe to repeat. */
  complete(
    caller: AuthenticatedCaller,
    reference: CompletedReference,
    parts: readonly { partNumber: number; etag: string }[],
    signal: AbortSignal,
  ): Promise<StoredFile>;
  /** Safe to repeat. */
  abort(caller: AuthenticatedCaller, reference: EntryReference): Promise<void>;
}

export function createEntryMultipart(
  dependencies: FileSystemDependencies,
  writing: Writing,
): EntryMultipart {
  const { places, repository, clock } = dependencies;
  const findOpen = createFindOpen(dependencies);
  return {
    init: createInit(dependencies, writing),
    async sign(caller, reference, partNumbers, origin) {
      const { place, session } = await findOpen(caller, reference);
      // Tells the sweeper that this upload is alive.
      await repository.touch(session.id, clock.now());
      const urls = await signParts(place, reference.uploadId, partNumbers, origin);
      return { urls, urlLifetimeSeconds: URL_LIFETIME_SECONDS };
    },
    async listParts(caller, reference, signal) {
      const { place } = await findOpen(caller, reference);
      const parts = await place.storage.store.listParts(place.key, reference.uploadId, signal);
      if (!parts) throw new AppError('file_system.upload_unknown');
      return { place, parts };
    },
    async list(caller, path) {
      const place = await places.find(caller, 'mount_upload', path);
      const sessions = await repository.listOpen({
        storageConfigId: place.storage.config.id,
        keyPrefix: prefixOf(place),
        createdBy: caller.kind === 'admin' ? undefined : createdByOf(caller),
        take: LIST_LIMIT,
      });
      return { place, sessions };
    },
    complete: createComplete(dependencies, writing, findOpen),
    async abort(caller, reference) {
      try {
        const { place, session } = await findOpen(caller, reference);
        await place.storage.store.abortUpload(place.key, reference.uploadId);
        await repository.remove(session.id);
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'file_system.upload_unknown')
          throw error;
      }
    },
  };
}

type FindOpen = (
  caller: AuthenticatedCaller,
  reference: EntryReference,
  mayBeComplete?: boolean,
) => Promise<OpenUpload>;

/** Somebody else's upload, or one of another path, is as unknown as one that never was (SECURITY 2). */
function createFindOpen({ places, repository }: FileSystemDependencies): FindOpen {
  return async (caller, { path, fileName, uploadId }, mayBeComplete = false) => {
    const place = await places.find(caller, 'mount_upload', path);
    const session = await repository.find(place.storage.config.id, uploadId);
    const isOwn = caller.kind === 'admin' || (session && session.createdBy === createdByOf(caller));
    const key = session?.objectKey ?? '';
    // The id says which; the file may have got another name than its own (CONTRACT F7.1).
    const directory =
      fileName && path.endsWith(`/${fileName}`) ? parentOf(place.key) : prefixOf(place);
    const isThere = key === place.key || parentOf(key) === directory;
    const isOpen = session?.completedAt === null || mayBeComplete;
    if (!session || !isOwn || !isThere || !isOpen) throw new AppError('file_system.upload_unknown');
    if (key === place.key) return { place, session };
    const file = await places.find(caller, 'mount_upload', `${place.mount.mountPath}/${key}`);
    return { place: file, session };
  };
}

function createInit(
  { repository, clock }: FileSystemDependencies,
  writing: Writing,
): EntryMultipart['init'] {
  return async (caller, input, origin, signal) => {
    const { fileName, fileSize } = input;
    const directory = input.path.endsWith(`/${fileName}`)
      ? input.path.slice(0, -fileName.length)
      : input.path;
    const place = await writing.target(caller, directory, fileName, signal);
    await writing.assertFits(place, fileSize);
    const { store, config } = place.storage;
    const uploadId = await store.createUpload(place.key, contentTypeOf(place.name), signal);
    const partSize = partSizeFor(fileSize, input.partSize);
    const partCount = Math.max(1, Math.ceil(fileSize / partSize));
    const now = clock.now();
    try {
      await repository.create({
        id: randomId(),
        uploadId,
        storageConfigId: config.id,
        mountId: place.mount.id,
        objectKey: place.key,
        fileSize: BigInt(fileSize),
        partSize: BigInt(partSize),
        createdBy: createdByOf(caller),
        createdAt: now,
        updatedAt: now,
        completedAt: null,
      });
    } catch (error) {
      await store.abortUpload(place.key, uploadId);
      throw error;
    }
    const count = Math.min(partCount, input.urlCount ?? partCount);
    const numbers = Array.from({ length: count }, (_, index) => index + 1);
    const urls = await signParts(place, uploadId, numbers, origin);
    const urlLifetimeSeconds = URL_LIFETIME_SECONDS;
    return { place, uploadId, partSize, partCount, urls, urlLifetimeSeconds };
  };
}

async function signParts(
  { storage, key }: AuthorizedPlace,
  uploadId: string,
  partNumbers: readonly number[],
  origin: string,
): Promise<SignedPart[]> {
  const options = { expiresInSeconds: URL_LIFETIME_SECONDS, origin };
  const signed: SignedPart[] = [];
  for (let start = 0; start < partNumbers.length; start += SIGN_BATCH) {
    const batch = partNumbers.slice(start, start + SIGN_BATCH).map(async (partNumber) => {
      const url = await storage.store.presignPart(key, uploadId, partNumber, options);
      return { partNumber, url };
    });
    signed.push(...(await Promise.all(batch)));
    await new Promise((resolve) => setImmediate(resolve));
  }
  return signed;
}

function createComplete(
  { repository, clock }: FileSystemDependencies,
  writing: Writing,
  findOpen: FindOpen,
): EntryMultipart['complete'] {
  return async (caller, reference, parts, signal) => {
    const { place, session } = await findOpen(caller, reference, true);
    const { store } = place.storage;
    let isJoinedBefore = session.completedAt !== null;
    if (!isJoinedBefore) {
      await assertSize(place, reference, parts, signal);
      const outcome = await store.completeUpload(place.key, reference.uploadId, parts, signal);
      if (outcome === 'invalid_parts') throw new AppError('file_system.parts_invalid');
      isJoinedBefore = outcome === 'unknown_upload';
    }
    const object = await store.confirm(place.key, signal);
    // An upload that is gone was joined by an earlier call if its object is there, and not an older one.
    if (!object || (isJoinedBefore && !isJoined(object, session, parts.length))) {
      throw new AppError('file_system.upload_unknown');
    }
    if (session.completedAt === null) {
      await repository.complete(session.id, clock.now());
      await keepOnlyWhatFits(writing, place, object.size);
    }
    const { fileSize } = reference;
    if (typeof fileSize === 'number' && fileSize !== object.size) {
      throw new AppError('file_system.size_mismatch');
    }
    const contentType = contentTypeOf(place.name);
    return { place, size: object.size, etag: bareEtag(object.etag), contentType };
  };
}

/** Before anything is joined: half a file would replace the whole one that was there (SECURITY 12). */
async function assertSize(
  { storage, key }: AuthorizedPlace,
  { uploadId, fileSize }: CompletedReference,
  parts: readonly { readonly partNumber: number }[],
  signal: AbortSignal,
): Promise<void> {
  if (typeof fileSize !== 'number') return;
  const stored = await storage.store.listParts(key, uploadId, signal);
  const sizes = new Map(stored?.map(({ partNumber, size }) => [partNumber, size]));
  // Of parts that are not there the storage tells.
  if (!parts.every(({ partNumber }) => sizes.has(partNumber))) return;
  const size = parts.reduce((sum, { partNumber }) => sum + (sizes.get(partNumber) ?? 0), 0);
  if (size !== fileSize) throw new AppError('file_system.size_mismatch');
}

/** S3 writes the number of parts behind the ETag of what was joined from them. */
function isJoined(object: ObjectInfo, session: UploadSession, partCount: number): boolean {
  if (session.completedAt !== null) return true;
  const isNew =
    (object.lastModified?.getTime() ?? 0) + CLOCK_SKEW_MS >= session.createdAt.getTime();
  return isNew && bareEtag(object.etag).endsWith(`-${partCount}`);
}
