import { Readable } from 'node:stream';
import { AppError } from '#errors';
import type { ObjectWrite } from '#ledger/object-write.ts';
import type { AuthenticatedCaller } from '#security/caller.ts';
import { randomAlphanumeric } from '#security/random.ts';
import { bareEtag } from '#share-rules/etag.ts';
import { safeName, withSuffix } from '#share-rules/file-name.ts';
import { contentTypeOf } from '#share-rules/file-type.ts';
import { assertSize, isTooMuch, limitSize } from '#share-rules/size-limit.ts';
import type { FileSystemDependencies } from '../dependencies.ts';
import { type AuthorizedPlace, prefixOf } from '../places.ts';
import { entryWrite } from '../uploads/entry-write.ts';
import { parentsOf, putMissingMarkers } from './directories.ts';

/** CONTRACT A3: largest text content in bytes of UTF-8 (10 MiB). */
const TEXT_MAX_BYTES = 10 * 1024 * 1024;
const SUFFIX_LENGTH = 6;

export interface StoredFile {
  readonly place: AuthorizedPlace;
  readonly size: number;
  /** Without quotes. */
  readonly etag: string;
  readonly contentType: string;
}

/** Where an upload goes. */
export interface UploadTarget {
  readonly place: AuthorizedPlace;
  /** False where the name was chosen because it is free. */
  readonly mayOverwrite: boolean;
}

/** How much is coming, in bytes: exactly, or at most. */
export interface BodySize {
  readonly size?: number | undefined;
  /** Room that a body of unknown size needs; the largest upload by default. */
  readonly mostBytes?: number | undefined;
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
  ): Promise<UploadTarget>;
  /** @throws {AppError} `file_shares.too_large` */
  assertSize(sizeBytes: number): Promise<void>;
  /**
   * Takes name and room for a stream, which is then stored. Undefined where there may be room for the
   * body, but not for the most that it may be.
   */
  begin(
    caller: AuthenticatedCaller,
    target: UploadTarget,
    size: BodySize,
  ): Promise<ObjectWrite | undefined>;
  /** Stores a stream for which `begin` has made room. */
  put(
    target: UploadTarget,
    write: ObjectWrite,
    body: Readable,
    options: { readonly size?: number | undefined; readonly signal: AbortSignal },
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
  ledger,
  streamWrites,
  fileShares,
  settings,
}: FileSystemDependencies): Writing {
  const assertAllowed = async (sizeBytes: number) =>
    assertSize(sizeBytes, await fileShares.maxUploadBytes());

  const begin: Writing['begin'] = async (caller, { place, mayOverwrite }, { size, mostBytes }) => {
    await assertAllowed(size ?? 0);
    const sizeBytes = size ?? mostBytes ?? (await fileShares.maxUploadBytes());
    try {
      const write = { ...entryWrite(caller, place, mayOverwrite), sizeBytes };
      return await streamWrites.begin(place.storage, write);
    } catch (error) {
      if (size === undefined && isTooMuch(error)) return undefined;
      throw error;
    }
  };

  const put: Writing['put'] = async ({ place }, write, body, { size, signal }) => {
    const contentType = contentTypeOf(place.name);
    try {
      const maxBytes = await fileShares.maxUploadBytes();
      const stored = await streamWrites.put(place.storage, write, (store) =>
        store.put(place.key, limitSize(body, maxBytes, signal), { contentType, size, signal }),
      );
      return { place, size: stored.size, etag: bareEtag(stored.etag), contentType };
    } catch (error) {
      // Read away and not cut off, so that the caller gets to see why.
      body.unpipe();
      body.resume();
      throw error;
    }
  };

  const isNameTaken = async ({ storage, key }: AuthorizedPlace, signal: AbortSignal) =>
    (await ledger.findByKey(storage.config.id, key)).some(({ state }) => state !== 'stored') ||
    (await storage.store.head(key, signal)) !== undefined;

  return {
    assertSize: assertAllowed,
    begin,
    put,
    async target(caller, path, fileName, signal) {
      const name = safeName(fileName);
      const at = (chosen: string) =>
        places.find(caller, 'mount_upload', `${path.replace(/\/+$/, '')}/${chosen}`);
      const place = await at(name);
      if ((await settings.get('file_naming_strategy')) === 'overwrite') {
        return { place, mayOverwrite: true };
      }
      if (!(await isNameTaken(place, signal))) return { place, mayOverwrite: false };
      const suffixed = withSuffix(name, `-${randomAlphanumeric(SUFFIX_LENGTH)}`);
      return { place: await at(suffixed), mayOverwrite: false };
    },
    async update(caller, path, content, signal) {
      const bytes = Buffer.from(content, 'utf8');
      if (bytes.length > TEXT_MAX_BYTES) throw new AppError('file_system.content_too_large');
      const place = await places.find(caller, 'mount_upload', path);
      if (place.key === '' || place.isDirectory) throw new AppError('file_system.path_invalid');
      const target = { place, mayOverwrite: true };
      const size = bytes.length;
      // Before the name is taken: where it fails nothing has to be given back.
      const before = await place.storage.store.head(place.key, signal);
      const write = await begin(caller, target, { size });
      if (!write) throw new AppError('storage.insufficient');
      const body = Readable.from(size > 0 ? [bytes] : []);
      const stored = await put(target, write, body, { size, signal });
      return { ...stored, isNewFile: before === undefined };
    },
    async makeDirectory(caller, path, signal) {
      const place = await places.find(caller, 'mount_upload', path);
      if (place.key === '') return;
      const { storage } = place;
      const prefix = prefixOf(place);
      const write = { ...entryWrite(caller, place, true), objectKey: prefix, sizeBytes: 0 };
      const begun = await streamWrites.begin(storage, write);
      await streamWrites.make(storage, begun, async (store) => {
        if (await store.head(place.key, signal)) throw new AppError('file_system.exists');
        return putMissingMarkers(store, [...parentsOf(prefix), prefix], signal);
      });
    },
  };
}
