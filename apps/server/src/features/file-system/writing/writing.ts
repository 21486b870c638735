import { Readable } from 'node:stream';
import { AppError } from '#errors';
import type { AuthenticatedCaller } from '#security/caller.ts';
import { randomAlphanumeric } from '#security/random.ts';
import { bareEtag } from '#share-rules/etag.ts';
import { safeName, withSuffix } from '#share-rules/file-name.ts';
import { contentTypeOf } from '#share-rules/file-type.ts';
import { limitSize } from '#share-rules/size-limit.ts';
import type { FileSystemDependencies } from '../dependencies.ts';
import { type AuthorizedPlace, prefixOf } from '../places.ts';
import { hasAnyBelow, parentsOf, putMarker } from './directories.ts';

/** CONTRACT A3: largest text content in bytes of UTF-8 (10 MiB). */
const TEXT_MAX_BYTES = 10 * 1024 * 1024;
const SUFFIX_LENGTH = 6;
const MEGABYTE = 1024 * 1024;

export interface StoredFile {
  readonly place: AuthorizedPlace;
  readonly size: number;
  /** Without quotes. */
  readonly etag: string;
  readonly contentType: string;
}

/** Writes whole files and makes directories. */
export interface Writing {
  /**
   * Where a file called `fileName` goes in the directory `path`: over what is there, or under a name
   * of its own, as the setting `file_naming_strategy` says.
   */
  target(
    caller: AuthenticatedCaller,
    path: string,
    fileName: string,
    signal: AbortSignal,
  ): Promise<AuthorizedPlace>;
  /** @throws {AppError} `file_shares.too_large` or `storage.insufficient` */
  assertFits(place: AuthorizedPlace, sizeBytes: number): Promise<void>;
  /** Whether so much surely fits; false where it is not known how much it is. */
  hasRoom(place: AuthorizedPlace, mostBytes: number | undefined): Promise<boolean>;
  /** Stores a stream; `size` in bytes where it is known, else `mostBytes` that it needs room for. */
  put(
    place: AuthorizedPlace,
    body: Readable,
    options: {
      size?: number | undefined;
      mostBytes?: number | undefined;
      signal: AbortSignal;
    },
  ): Promise<StoredFile>;
  /** Writes a text, new or over what was there. */
  update(
    caller: AuthenticatedCaller,
    path: string,
    content: string,
    signal: AbortSignal,
  ): Promise<StoredFile & { isNewFile: boolean }>;
  /** Makes a directory and those above it; one that exists is no error. */
  makeDirectory(caller: AuthenticatedCaller, path: string, signal: AbortSignal): Promise<void>;
}

export function createWriting({
  places,
  capacity,
  fileShares,
  settings,
}: FileSystemDependencies): Writing {
  const assertSize = async (sizeBytes: number) => {
    const maxBytes = await fileShares.maxUploadBytes();
    if (sizeBytes <= maxBytes) return maxBytes;
    const details = { maxMegabytes: maxBytes / MEGABYTE };
    throw new AppError('file_shares.too_large', { details });
  };
  const assertFits = async ({ storage, key }: AuthorizedPlace, sizeBytes: number) => {
    await assertSize(sizeBytes);
    await capacity.assertFits(storage, { sizeBytes, key });
  };

  const put: Writing['put'] = async (place, body, { size, mostBytes = size ?? 0, signal }) => {
    const contentType = contentTypeOf(place.name);
    try {
      const maxBytes = await assertSize(size ?? 0);
      const { storage, key } = place;
      using _room = await capacity.hold(storage, { sizeBytes: mostBytes, key });
      const limited = limitSize(body, maxBytes, signal);
      const stored = await place.storage.store.put(place.key, limited, {
        contentType,
        size,
        signal,
      });
      return { place, size: stored.size, etag: bareEtag(stored.etag), contentType };
    } catch (error) {
      // Read away and not cut off, so that the caller gets to see why.
      body.unpipe();
      body.resume();
      throw error;
    }
  };

  return {
    assertFits,
    async hasRoom(place, mostBytes) {
      if (mostBytes === undefined) return false;
      try {
        await assertFits(place, mostBytes);
        return true;
      } catch (error) {
        if (isTooMuch(error)) return false;
        throw error;
      }
    },
    put,
    async target(caller, path, fileName, signal) {
      const name = safeName(fileName);
      const at = (chosen: string) =>
        places.find(caller, 'mount_upload', `${path.replace(/\/+$/, '')}/${chosen}`);
      const place = await at(name);
      if ((await settings.get('file_naming_strategy')) === 'overwrite') return place;
      if (!(await place.storage.store.head(place.key, signal))) return place;
      return at(withSuffix(name, `-${randomAlphanumeric(SUFFIX_LENGTH)}`));
    },
    async update(caller, path, content, signal) {
      const bytes = Buffer.from(content, 'utf8');
      if (bytes.length > TEXT_MAX_BYTES) throw new AppError('file_system.content_too_large');
      const place = await places.find(caller, 'mount_upload', path);
      if (place.key === '' || place.isDirectory) throw new AppError('file_system.path_invalid');
      const before = await place.storage.store.head(place.key, signal);
      const stored = await put(place, Readable.from(bytes.length > 0 ? [bytes] : []), {
        size: bytes.length,
        signal,
      });
      return { ...stored, isNewFile: before === undefined };
    },
    async makeDirectory(caller, path, signal) {
      const place = await places.find(caller, 'mount_upload', path);
      if (place.key === '') return;
      const { store } = place.storage;
      if (await store.head(place.key, signal)) throw new AppError('file_system.exists');
      const prefix = prefixOf(place);
      for (const directory of [...parentsOf(prefix), prefix]) {
        if (!(await hasAnyBelow(store, directory, signal)))
          await putMarker(store, directory, signal);
      }
    },
  };
}

/** The errors that say that there is no room, and not that something broke. */
export function isTooMuch(error: unknown): error is AppError {
  const codes: readonly string[] = ['file_shares.too_large', 'storage.insufficient'];
  return error instanceof AppError && codes.includes(error.code);
}
