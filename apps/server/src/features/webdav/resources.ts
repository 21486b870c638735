import { createdByOf } from '@satchel/api-client/permissions';
import { AppError } from '#errors';
import type {
  DirectoryEntry,
  FileEntry,
  FileSystemService,
  ResolvedPath,
} from '#features/file-system/service.ts';
import { assertHolds, assertNotNewer } from '#files/write-condition.ts';
import type { Locks } from '#ledger/locks/locks.ts';
import { coveringLocks, isLockedFor } from '#ledger/locks/resource-lock.ts';
import type { AuthenticatedCaller } from '#security/caller.ts';
import { WEBDAV_RIGHTS } from '#security/rights.ts';
import type { DavCall } from './call.ts';
import { readAddress } from './headers/dav-path.ts';
import { textOf } from './headers/headers.ts';
import {
  type IfFacts,
  type IfList,
  listHolds,
  parseIfHeader,
  submittedTokens,
} from './headers/if-header.ts';

export type Resource = FileEntry | DirectoryEntry;

/** Preconditions of a request that changes something. */
export interface Preconditions {
  /** Existing resource. */
  readonly resource: Resource | undefined;
  /** Tokens of the caller's locks that the request names. */
  readonly lockTokens: readonly string[];
  /**
   * ETag of a file whose content the request has a condition on. The change looks at it again once it has
   * claimed the name.
   */
  readonly etag: string | undefined;
}

export type Resources = ReturnType<typeof createResources>;

/** Resolves paths, and checks the conditions that a request states about them. */
export function createResources(
  fileSystem: Pick<FileSystemService, 'withRights'>,
  locks: Pick<Locks, 'listOf'>,
) {
  const { reading } = fileSystem.withRights(WEBDAV_RIGHTS);
  // A caller with write access only must still learn whether something exists.
  const writable = fileSystem.withRights({ ...WEBDAV_RIGHTS, view: WEBDAV_RIGHTS.upload });

  const find = async (caller: AuthenticatedCaller, path: string, signal: AbortSignal) => {
    try {
      return await writable.reading.find(caller, path, signal);
    } catch (error) {
      const isAbsent = error instanceof AppError && error.code === 'file_system.not_found';
      if (isAbsent) return undefined;
      throw error;
    }
  };
  /** Locks that cover a resolved path: its own and those of the directories above it. */
  const locksOn = async ({ storage, key }: ResolvedPath) =>
    coveringLocks(await locks.listOf(storage.config.id, { names: [key], below: [] }), key);

  const factsOf = async (call: DavCall, path: string, known: Resource | undefined) => {
    const resource = path === call.path ? known : await find(call.caller, path, call.signal);
    const place = resource?.place ?? (await writable.writing.placeOf(call.caller, path));
    const tokens = place ? (await locksOn(place)).map(({ token }) => token) : [];
    return { etag: resource?.kind === 'file' ? resource.object.etag : undefined, tokens };
  };
  const someListHolds = async (
    call: DavCall,
    lists: readonly IfList[],
    resource: Resource | undefined,
  ) => {
    const facts = new Map<string, IfFacts>();
    for (const list of lists) {
      const path = list.address === undefined ? call.path : readAddress(list.address, call.hosts);
      const known = facts.get(path) ?? (await factsOf(call, path, resource));
      facts.set(path, known);
      if (listHolds(list, known)) return true;
    }
    return false;
  };

  return {
    /** @throws {AppError} `file_system.not_found` */
    read: ({ caller, path, signal }: DavCall) => reading.get(caller, path, signal),
    /**
     * Finds the file to send.
     *
     * @throws {AppError} `file_system.changed` if it does not meet the conditions,
     *   `webdav.method_not_allowed` for a directory, or `auth.forbidden` for the root
     */
    async readFile(call: DavCall): Promise<FileEntry> {
      const resource = await reading.get(call.caller, call.path, call.signal);
      if (resource.kind === 'directory') {
        throw new AppError(call.path === '/' ? 'auth.forbidden' : 'webdav.method_not_allowed');
      }
      assertHolds({ ifMatch: call.headers['if-match'] }, resource.object);
      assertNotNewer(call.headers, resource.object.lastModified);
      return resource;
    },
    /**
     * Resolves the target of a change once its conditions hold.
     *
     * @throws {AppError} `file_system.changed` if they do not
     */
    async check(call: DavCall): Promise<Preconditions> {
      const { caller, path, headers, signal } = call;
      const resource = await find(caller, path, signal);
      assertHolds(
        { ifMatch: headers['if-match'], ifNoneMatch: headers['if-none-match'] },
        resource?.kind === 'file' ? resource.object : resource && { etag: '' },
      );
      if (resource?.kind === 'file') assertNotNewer(headers, resource.object.lastModified);
      const header = textOf(headers, 'if');
      const lists = header === undefined ? [] : parseIfHeader(header);
      if (lists.length > 0 && !(await someListHolds(call, lists, resource))) {
        throw new AppError('file_system.changed');
      }
      const asksContent =
        headers['if-match'] !== undefined ||
        headers['if-unmodified-since'] !== undefined ||
        lists.some(({ conditions }) => conditions.some(({ kind }) => kind === 'etag'));
      const etag = asksContent && resource?.kind === 'file' ? resource.object.etag : undefined;
      return { resource, lockTokens: submittedTokens(lists), etag };
    },
    locksOn,
    /** @throws {AppError} `file_system.locked`; only for changes that the ledger does not check */
    async assertUnlocked({ caller }: DavCall, place: ResolvedPath, lockTokens: readonly string[]) {
      const write = { objectKey: place.key, createdBy: createdByOf(caller), lockTokens };
      const found = await locksOn(place);
      if (isLockedFor(found, { ...write, isWhole: false, changesParent: false })) {
        throw new AppError('file_system.locked');
      }
    },
  };
}
