import { can, type PermissionName } from '@satchel/api-client/permissions';
import { AppError } from '#errors';
import type { Mount } from '#features/mounts/service.ts';
import { isActiveType } from '#files/content-disposition.ts';
import { contentTypeOf, createFileTypes } from '#files/file-type.ts';
import type { ObjectBody, ObjectInfo } from '#object-store';
import { findCustomHost } from '#object-store/custom-host.ts';
import { findNamed, hasAnyBelow, type Named } from '#object-store/find-named.ts';
import { withRangeRefusal } from '#object-store/range-refusal.ts';
import { nameOf } from '#paths/key.ts';
import type { AuthenticatedCaller } from '#security/caller.ts';
import type { Rights } from '#security/rights.ts';
import { signStorageUrl } from '#share-rules/storage-url.ts';
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
  const head = async (place: ResolvedPath, signal: AbortSignal) => {
    const object = isFile(place) ? await place.storage.store.head(place.key, signal) : undefined;
    if (!object) throw new AppError('file_system.not_found');
    return object;
  };
  const presign = (
    place: ResolvedPath,
    isDownload: boolean,
    expiresInSeconds: number,
    origin: string,
  ) => {
    const { key, name: filename } = place;
    const file = { key, filename, contentType: contentTypeOf(filename) };
    return signStorageUrl(place.storage, file, { origin, expiresInSeconds, isDownload });
  };
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
      const { config } = place.storage;
      const lifetime = lifetimeFor(caller, config.signatureExpiresIn);
      const host = findCustomHost(config, origin);
      const preview = await presign(place, false, lifetime, origin);
      const download = await presign(place, true, lifetime, origin);
      if (!host) return { previewUrl: preview, downloadUrl: download };
      // Only a signed URL can fix the content type of the answer (SECURITY 4) and expire.
      const isActive = isActiveType(contentTypeOf(place.name));
      return {
        previewUrl: isActive || caller.kind === 'apiKey' ? preview : host.urlOf(place.key),
        downloadUrl: host.move(place.key, download),
      };
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
      const wanted = expiresInSeconds ?? place.storage.config.signatureExpiresIn;
      const lifetime = lifetimeFor(caller, wanted);
      const expiresAt = new Date(clock.now().getTime() + lifetime * 1000);
      const url = await presign(place, isDownload, lifetime, origin);
      const host = findCustomHost(place.storage.config, origin);
      return {
        url: host?.move(place.key, url) ?? url,
        name: place.name,
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
    async open(
      place: ResolvedPath,
      range: string | undefined,
      signal: AbortSignal,
    ): Promise<ObjectBody> {
      const { store } = place.storage;
      const reading = isFile(place) ? store.get(place.key, { range, signal }) : undefined;
      const object = reading && (await withRangeRefusal(reading, () => head(place, signal)));
      if (!object) throw new AppError('file_system.not_found');
      return object;
    },
  };
}

function lifetimeFor(caller: AuthenticatedCaller, seconds: number): number {
  return caller.kind === 'apiKey' ? Math.min(seconds, KEY_LINK_SECONDS) : seconds;
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
