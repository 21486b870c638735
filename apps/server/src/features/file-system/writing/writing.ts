import { Readable } from 'node:stream';
import { nameWithSuffix, storedFileName } from '@satchel/api-client/contract/item-path';
import { AppError } from '#errors';
import { contentTypeOf } from '#files/file-type.ts';
import { assertSize, isTooMuch, limitSize } from '#files/size-limit.ts';
import {
  assertHolds,
  expectationOf,
  findCurrent,
  isConditional,
  type WriteCondition,
} from '#files/write-condition.ts';
import type { ClaimedWrite } from '#ledger/object-write.ts';
import { whenFree } from '#ledger/when-free.ts';
import type { Expected } from '#object-store/conditional-calls.ts';
import { findNamed, hasAnyBelow, holderOf } from '#object-store/find-named.ts';
import type { AuthenticatedCaller } from '#security/caller.ts';
import { randomAlphanumeric } from '#security/random.ts';
import type { Rights } from '#security/rights.ts';
import type { FileSystemDependencies } from '../dependencies.ts';
import { type AuthorizedPath, prefixOf } from '../resolved-path.ts';
import { entryWrite } from '../uploads/entry-write.ts';
import { parentsOf, putMissingMarkers } from './directories.ts';
import { assertNoFileAbove, assertParentMade } from './parent-made.ts';
import { toStoredFile } from './stored-file.ts';

/** CONTRACT A3: largest text content in bytes of UTF-8 (10 MiB). */
const TEXT_MAX_BYTES = 10 * 1024 * 1024;
const SUFFIX_LENGTH = 6;

/** Target of an upload. */
export interface UploadTarget {
  readonly place: AuthorizedPath;
  /** False if the name was chosen because it is free. */
  readonly mayOverwrite: boolean;
}

/** Reserved stream, and the object that the storage must find under its name. */
export interface BegunStream extends ClaimedWrite {
  readonly expected?: Expected | undefined;
}

/** Size of the body in bytes: exact, or an upper bound. */
export interface BodySize {
  readonly size?: number | undefined;
  /** Quota to reserve for a body of unknown size; the largest upload by default. */
  readonly mostBytes?: number | undefined;
}

/** Options for storing a body. */
export interface PutBody {
  /** In bytes, if known. */
  readonly size?: number | undefined;
  /** True to send it to the storage in parts, so that a failed part can be sent again. */
  readonly isInParts?: boolean | undefined;
  readonly signal: AbortSignal;
}

/** Conditions and options of writing a file. */
export interface WriteOptions extends WriteCondition {
  /** Lock tokens that the caller has named; none by default. */
  readonly lockTokens?: readonly string[] | undefined;
  /** True if the file is known to exist. */
  readonly isReplacing?: boolean | undefined;
}

/** Options of creating a directory. */
export interface DirectoryOptions extends Pick<WriteOptions, 'lockTokens'> {
  /** True to fail if the name exists or the parent directory is missing. */
  readonly isStrict?: boolean | undefined;
  readonly condition?: WriteCondition | undefined;
}

export type Writing = ReturnType<typeof createWriting>;

/** Writes whole files and creates directories. */
export function createWriting(
  dependencies: FileSystemDependencies,
  { upload }: Pick<Rights, 'upload'>,
) {
  const { pathResolver, apiKeys, ledger, streamWrites, fileShares, settings } = dependencies;
  const findAt = (
    { storage, key }: AuthorizedPath,
    condition: WriteCondition,
    signal: AbortSignal,
  ) => findCurrent(storage.store, key, condition, signal);
  /** @throws {AppError} `file_shares.too_large` */
  const assertAllowed = async (sizeBytes: number) =>
    assertSize(sizeBytes, await fileShares.maxUploadBytes());

  /** Runs work between the claim and the write. If it fails the claim is released. */
  const whileHeld = async <Result>(write: ClaimedWrite, work: () => Promise<Result>) => {
    try {
      return await work();
    } catch (error) {
      await ledger.release([write]);
      throw error;
    }
  };
  /**
   * Reserves name and quota for a stream, which `put` then stores. Returns undefined if the quota may
   * be enough for the body, but not for its upper bound.
   *
   * @throws {AppError} `file_system.changed` if the current file does not meet the condition
   */
  const begin = async (
    caller: AuthenticatedCaller,
    { place, mayOverwrite }: UploadTarget,
    { size, mostBytes }: BodySize,
    { lockTokens, isReplacing, ...condition }: WriteOptions,
    signal: AbortSignal,
  ) => {
    await assertAllowed(size ?? 0);
    const sizeBytes = size ?? mostBytes ?? (await fileShares.maxUploadBytes());
    // A conditional write needs the name for itself.
    const claim = isConditional(condition) ? ('exclusive' as const) : ('shared' as const);
    const expect = async () =>
      claim === 'shared'
        ? undefined
        : expectationOf(condition, await findAt(place, condition, signal));
    const claimName = () =>
      streamWrites.begin(place.storage, {
        ...entryWrite(caller, place, mayOverwrite),
        ...{ sizeBytes, claim, lockTokens, isReplacing },
      });
    try {
      const write = await whenFree(claimName, expect, signal);
      return { ...write, expected: await whileHeld(write, expect) };
    } catch (error) {
      if (size === undefined && isTooMuch(error)) return undefined;
      throw error;
    }
  };
  /** Stores a stream that `begin` has reserved. */
  const put = async (
    { place }: UploadTarget,
    write: BegunStream,
    body: Readable,
    { size, isInParts, signal }: PutBody,
  ) => {
    const contentType = contentTypeOf(place.name);
    const assertStillMay = () => apiKeys.assertStillMay(write.createdBy, upload, place.path);
    try {
      const maxBytes = await fileShares.maxUploadBytes();
      const stored = await streamWrites.store(place.storage, write, (store) =>
        store.put(place.key, limitSize(body, maxBytes, signal, assertStillMay), {
          ...{ contentType, size, isInParts, signal, expected: write.expected },
        }),
      );
      return toStoredFile(place, stored);
    } catch (error) {
      // Reads the body to its end instead of cutting it off, so that the caller receives the error.
      body.unpipe();
      body.resume();
      throw error;
    }
  };

  const isNameTaken = async ({ storage, key }: AuthorizedPath, signal: AbortSignal) => {
    const writes = await ledger.findByKey(storage.config.id, key);
    if (writes.some(({ state }) => state !== 'stored')) return true;
    return holderOf(await findNamed(storage.store, key, signal)) !== undefined;
  };

  /** Target of a path; overwrites an existing file. @throws {AppError} `file_system.path_invalid` */
  const targetAt = async (caller: AuthenticatedCaller, path: string) => {
    const place = await pathResolver.find(caller, upload, path);
    if (place.key === '' || place.isDirectory) throw new AppError('file_system.path_invalid');
    return { place, mayOverwrite: true };
  };

  return {
    assertSize: assertAllowed,
    begin,
    put,
    targetAt,
    /** @throws {AppError} `file_system.parent_missing` if the parent directory does not exist */
    assertParent: ({ place }: UploadTarget, signal: AbortSignal) =>
      assertParentMade(dependencies, place, place.key, signal),
    /** Resolves a path; undefined if it is in no mount that the caller may write to. */
    async placeOf(caller: AuthenticatedCaller, path: string): Promise<AuthorizedPath | undefined> {
      try {
        return await pathResolver.find(caller, upload, path);
      } catch (error) {
        if (error instanceof AppError && error.status < 500) return undefined;
        throw error;
      }
    },
    /**
     * Finds the target of a file called `fileName` in the directory `path`: the existing file or a new
     * name, depending on the setting `file_naming_strategy`. A condition applies to exactly this name.
     *
     * @throws {AppError} `file_system.changed` if the current file does not meet the condition, and
     *   `file_system.exists` if a mount has the name
     */
    async target(
      caller: AuthenticatedCaller,
      path: string,
      fileName: string,
      condition: WriteCondition,
      signal: AbortSignal,
    ) {
      const name = storedFileName(fileName);
      const at = (chosen: string) =>
        pathResolver.find(caller, upload, `${path.replace(/\/+$/, '')}/${chosen}`);
      const place = await at(name);
      const isMount = place.key === '';
      const mayOverwrite =
        isConditional(condition) || (await settings.get('file_naming_strategy')) === 'overwrite';
      if (isMount && mayOverwrite) throw new AppError('file_system.exists');
      if (isConditional(condition)) {
        assertHolds(condition, await findAt(place, condition, signal));
      }
      const isFree = mayOverwrite || !(isMount || (await isNameTaken(place, signal)));
      if (isFree) return { place, mayOverwrite };
      const suffixed = nameWithSuffix(name, `-${randomAlphanumeric(SUFFIX_LENGTH)}`);
      return { place: await at(suffixed), mayOverwrite: false };
    },
    /**
     * Writes a text to a new or an existing file.
     *
     * @throws {AppError} `file_system.changed` if the current file does not meet the condition, and
     *   `file_system.exists` if a folder has the name
     */
    async update(
      caller: AuthenticatedCaller,
      path: string,
      content: string,
      condition: WriteCondition,
      signal: AbortSignal,
    ) {
      const bytes = Buffer.from(content, 'utf8');
      if (bytes.length > TEXT_MAX_BYTES) throw new AppError('file_system.content_too_large');
      const target = await targetAt(caller, path);
      const size = bytes.length;
      // Checks before the name is claimed, so that a failure has nothing to release.
      const { storage, key } = target.place;
      await assertNoFileAbove(dependencies, target.place, signal);
      const named = await findNamed(storage.store, key, signal);
      assertHolds(condition, holderOf(named));
      const write = await begin(caller, target, { size }, condition, signal);
      if (!write) throw new AppError('storage.insufficient');
      // Checks after the claim, because the name of a folder that is being changed is busy.
      if (named.isDirectory && !named.object) {
        await ledger.release([write]);
        throw new AppError('file_system.exists');
      }
      const body = Readable.from(size > 0 ? [bytes] : []);
      const stored = await put(target, write, body, { size, signal });
      return { ...stored, isNewFile: named.object === undefined };
    },
    /**
     * Creates a directory and its missing parents; succeeds if it exists.
     *
     * @throws {AppError} `file_system.exists` if a file has the name; with `isStrict` also if a
     *   directory has it, and `file_system.parent_missing`
     */
    async makeDirectory(
      caller: AuthenticatedCaller,
      path: string,
      signal: AbortSignal,
      options: DirectoryOptions = {},
    ) {
      const { isStrict = false, lockTokens, condition = {} } = options;
      const place = await pathResolver.find(caller, upload, path);
      const { storage, key } = place;
      if (key === '' && isStrict) throw new AppError('file_system.exists');
      if (key === '') return assertHolds(condition, { etag: '' });
      const prefix = prefixOf(place);
      if (isStrict) await assertParentMade(dependencies, place, prefix, signal);
      else await assertNoFileAbove(dependencies, place, signal);
      const isExclusive = isStrict || isConditional(condition);
      const assertNew = async () => {
        const isTaken = isExclusive && (await hasAnyBelow(storage.store, prefix, signal));
        // A folder has no ETag, because the markers of all folders have the same.
        assertHolds(condition, isTaken ? { etag: '' } : undefined);
        if (isStrict && isTaken) throw new AppError('file_system.exists');
      };
      const claimName = () =>
        streamWrites.begin(storage, {
          ...entryWrite(caller, place, true),
          ...{ objectKey: prefix, sizeBytes: 0, lockTokens },
          claim: isExclusive ? 'exclusive' : 'shared',
        });
      const begun = await whenFree(claimName, assertNew, signal);
      await streamWrites.make(storage, begun, async (store) => {
        await assertNew();
        if (await store.head(key, signal)) throw new AppError('file_system.exists');
        return putMissingMarkers(store, [...parentsOf(prefix), prefix], signal);
      });
    },
  };
}
