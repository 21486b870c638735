import { can, type PermissionName } from '@satchel/api-client/permissions';
import { AppError } from '#errors';
import type { Mount } from '#features/mounts/service.ts';
import { contentTypeOf, createFileTypes } from '#files/file-type.ts';
import type { ObjectInfo } from '#object-store';
import { findNamed, hasAnyBelow, type Named } from '#object-store/find-named.ts';
import { createStoredFile } from '#object-store/stored-file.ts';
import { nameOf } from '#paths/key.ts';
import type { AuthenticatedCaller } from '#security/caller.ts';
import type { Rights } from '#security/rights.ts';
import { signStorageUrl, storageUrlsOf } from '#share-rules/storage-url.ts';
import type { FileSystemDependencies } from '../dependencies.ts';
import { type Level, prefixOf, type ResolvedPath } from '../resolved-path.ts';
import type { ProxyLinks } from './proxy-links.ts';

/** CONTRACT A6: maximum lifetime of a storage URL that an API key gets. */
const KEY_LINK_SECONDS = 3600;

/** File: its resolved path, and its facts from the storage. */
export interface FileEntry {
  readonly kind: 'file';
  readonly place: ResolvedPath;
  readonly object: ObjectInfo;
}

export interface DirectoryEntry {
  readonly kind: 'directory';
  readonly path: string;
  readonly name: string;
  readonly mount: Mount | undefined;
  /** Undefined if no mount holds it. */
  readonly place: ResolvedPath | undefined;
  readonly isVirtual: boolean;
  readonly modified: Date;
}

/** Reads files and directories by path. */
export function createReading(
  { pathResolver, apiKeys, settings, clock }: FileSystemDependencies,
  proxyLinks: ProxyLinks,
  { view }: Pick<Rights, 'view'>,
) {
  const fileAt = (place: ResolvedPath) => {
    if (!isFile(place)) throw new AppError('file_system.not_found');
    return createStoredFile(place.storage.store, place.key, 'file_system.not_found');
  };
  const head = async (place: ResolvedPath, signal: AbortSignal) => fileAt(place).head(signal);
  /** A link made for an API key is valid only while the key itself has access. */
  const assertKeyStillMay = async ({ path, storage }: ResolvedPath, keyId: string | undefined) => {
    if (keyId === undefined) return;
    const key = await apiKeys.findPrincipal(keyId);
    if (key && storage.config.isPublic && can(key, 'mount_view', path)) return;
    throw new AppError('file_system.signature_invalid');
  };
  return {
    /** Finds a file, or a directory with or without its trailing slash (CONTRACT A5). */
    get: createGet(pathResolver, view, lookByHead),
    /** Finds a file in one request, whether it exists or not; without its content type. */
    find: createGet(pathResolver, view, lookByList),
    /** URLs of a file for a browser: of its storage, or of the proxy route if the mount uses that. */
    async urlsOf(caller: AuthenticatedCaller, { place }: FileEntry, origin: string) {
      if (place.mount.webProxy) return proxyLinks.of(caller, place, origin);
      const { storage } = place;
      const expiresInSeconds = lifetimeFor(caller, storage.config.signatureExpiresIn);
      const options = { origin, expiresInSeconds, isMoved: true };
      // For an API key also the preview expires.
      const isPreviewSigned = caller.kind === 'apiKey';
      return storageUrlsOf(storage, storedAs(place), { ...options, isPreviewSigned });
    },
    /**
     * Signs a URL. For an API key it is limited to an hour, because it outlives the key (CONTRACT A6).
     */
    async link(
      caller: AuthenticatedCaller,
      path: string,
      {
        expiresInSeconds,
        isDownload,
        origin,
      }: { expiresInSeconds?: number | undefined; isDownload: boolean; origin: string },
      signal: AbortSignal,
    ) {
      const place = await pathResolver.find(caller, view, path);
      await head(place, signal);
      const { storage, name } = place;
      const lifetime = lifetimeFor(caller, expiresInSeconds ?? storage.config.signatureExpiresIn);
      const expiresAt = new Date(clock.now().getTime() + lifetime * 1000);
      const options = { origin, expiresInSeconds: lifetime, isDownload, isMoved: true };
      return {
        url: await signStorageUrl(storage, storedAs(place), options),
        name,
        expiresInSeconds: lifetime,
        expiresAt,
      };
    },
    /** Type of a file by its name. */
    typeOf: async (name: string) => (await createFileTypes(settings))(name),
    findFile: (caller: AuthenticatedCaller, path: string) => pathResolver.find(caller, view, path),
    /** Resolves a proxy URL whose signature is valid (CONTRACT F7.2). */
    async findProxied(path: string, signature: string | undefined) {
      const resolved = await pathResolver.resolveProxied(path);
      if (!resolved) throw new AppError('file_system.not_found');
      const isOpen = await proxyLinks.isOpen(resolved);
      const assertSigned = (...spellings: readonly string[]) => {
        if (isOpen || spellings.some((spelled) => proxyLinks.isValid(spelled, signature))) return;
        throw new AppError('file_system.signature_invalid');
      };
      // Checks the signature before asking the storage, so that the response time reveals nothing about
      // names.
      assertSigned(path, resolved.path);
      const place = await pathResolver.findProxied(path);
      if (!place) throw new AppError('file_system.not_found');
      assertSigned(place.path);
      if (!isOpen) await assertKeyStillMay(place, proxyLinks.keyIdOf(signature));
      return { place, isOpen };
    },
    head,
    /** Opens the whole file, or the part that a `Range` header asks for. */
    open: async (place: ResolvedPath, range: string | undefined, signal: AbortSignal) =>
      fileAt(place).open(range, signal),
  };
}

function lifetimeFor(caller: AuthenticatedCaller, seconds: number): number {
  return caller.kind === 'apiKey' ? Math.min(seconds, KEY_LINK_SECONDS) : seconds;
}

function storedAs({ key, name: filename }: ResolvedPath) {
  return { key, filename, contentType: contentTypeOf(filename) };
}

/** False for a mount and for a path with a trailing slash, which is a directory. */
function isFile({ key, isDirectory }: ResolvedPath): boolean {
  return key !== '' && !isDirectory;
}

function createGet(
  pathResolver: FileSystemDependencies['pathResolver'],
  view: PermissionName,
  look: (place: ResolvedPath, signal: AbortSignal) => Promise<Named>,
) {
  return async (
    caller: AuthenticatedCaller,
    path: string,
    signal: AbortSignal,
  ): Promise<FileEntry | DirectoryEntry> => {
    const level = await pathResolver.findLevel(caller, view, path);
    const { place } = level;
    if (!place || place.key === '') return directoryOf(level);
    const { object, isDirectory } = await look(place, signal);
    if (object) return { kind: 'file', place, object };
    if (!isDirectory && level.below.length === 0) throw new AppError('file_system.not_found');
    return directoryOf(level);
  };
}

/** Asks for the object first, because it mostly exists. */
async function lookByHead(place: ResolvedPath, signal: AbortSignal): Promise<Named> {
  const { store } = place.storage;
  const object = isFile(place) ? await store.head(place.key, signal) : undefined;
  return { object, isDirectory: !object && (await hasAnyBelow(store, prefixOf(place), signal)) };
}

function lookByList(place: ResolvedPath, signal: AbortSignal): Promise<Named> {
  const { store } = place.storage;
  return isFile(place) ? findNamed(store, place.key, signal) : lookByHead(place, signal);
}

function directoryOf({ path, place, below }: Level): DirectoryEntry {
  return {
    kind: 'directory',
    path: path === '/' ? '/' : `${place?.path ?? path}/`,
    name: nameOf(path),
    mount: place?.mount,
    place,
    isVirtual: place === undefined,
    // Storages have no modification time of a directory.
    modified: (place?.mount ?? below[0])?.updatedAt ?? new Date(0),
  };
}
