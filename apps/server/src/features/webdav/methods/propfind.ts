import { setImmediate } from 'node:timers/promises';
import { AppError } from '#errors';
import type {
  DeadProperty,
  DirectoryItem,
  ListedPage,
  ResolvedPath,
} from '#features/file-system/service.ts';
import { coveringLocks, type ResourceLock } from '#ledger/locks/resource-lock.ts';
import { WEBDAV_RIGHTS } from '#security/rights.ts';
import type { DavCall, DavMethod } from '../call.ts';
import type { WebdavDependencies } from '../dependencies.ts';
import { readDepth } from '../headers/headers.ts';
import {
  asksForLocks,
  asksForQuota,
  type Described,
  deadNamesOf,
  describe,
  type PropertyName,
  type PropertyQuery,
} from '../properties.ts';
import type { Resource, Resources } from '../resources.ts';
import { elementsOf, findChild, isDav, parseXml, type XmlElement } from '../xml/parse-xml.ts';
import { XML_HEADER } from '../xml/write-xml.ts';

/** Length of the pieces of a reply, in characters. */
const PIECE_LENGTH = 32 * 1024;

/** Maximum number of properties in one request, and maximum length of their names and namespaces together. */
const MAX_NAMES = 200;
const MAX_NAME_CHARACTERS = 8 * 1024;

/** Number of items whose dead properties are read together; each may have 64 KiB. */
const ITEMS_PER_PAGE = 100;

/** Reads the requested dead properties, by key. */
type ReadDead = (keys: readonly string[]) => Promise<ReadonlyMap<string, readonly DeadProperty[]>>;

/** Facts that a whole directory shares, so that they are read once. */
interface Surroundings {
  readonly locks: readonly ResourceLock[];
  readonly readDead: ReadDead;
  readonly capacity: Described['capacity'];
}

const NOTHING: Surroundings = {
  locks: [],
  readDead: async () => new Map(),
  capacity: undefined,
};

/** Describes a file, or a directory and, at depth 1, its entries. */
export function createPropfind(dependencies: WebdavDependencies, resources: Resources): DavMethod {
  const { fileSystem, locks } = dependencies;
  const { list } = fileSystem.withRights(WEBDAV_RIGHTS);

  const surroundingsOf = async (
    place: ResolvedPath | undefined,
    query: PropertyQuery,
    isDeep: boolean,
  ): Promise<Surroundings> => {
    if (!place) return NOTHING;
    const { config } = place.storage;
    const names = [place.key];
    const reach = { names, below: isDeep ? names : [] };
    const dead = deadNamesOf(query);
    const { properties } = fileSystem;
    return {
      locks: asksForLocks(query) ? await locks.listOf(config.id, reach) : [],
      readDead: (keys) =>
        dead.length === 0
          ? NOTHING.readDead(keys)
          : properties.listOf(config.id, keys, dead === 'all' ? undefined : dead),
      capacity: asksForQuota(query) ? await capacityOf(dependencies, config) : undefined,
    };
  };

  return async (call) => {
    const depth = readDepth(call.headers);
    const query = readQuery(await parseXml(call.body));
    const resource = await resources.read(call);
    // A file contains no entries, so any depth is fine.
    const isDirectory = resource.kind === 'directory';
    if (isDirectory && depth === 'infinity') throw new AppError('webdav.depth_infinite');
    const isDeep = isDirectory && depth === '1';
    const around = await surroundingsOf(resource.place, query, isDeep);
    const pages = isDeep ? await readPages(call) : [];
    return { status: 207, xml: write(query, resource, pages, around) };
  };

  async function readPages({ caller, path, signal }: DavCall) {
    const { pages } = await list(caller, { path }, signal);
    return pages;
  }
}

/** Capacity from the same figures that limit uploads (CONTRACT A6); undefined for a storage without limit. */
async function capacityOf(
  { usage, ledger }: WebdavDependencies,
  { id, totalStorageBytes }: ResolvedPath['storage']['config'],
): Promise<Described['capacity']> {
  if (!totalStorageBytes) return undefined;
  const counted = (await usage.of(id))?.totalBytes ?? 0;
  const reserved = (await ledger.reservedBytes()).get(id) ?? 0;
  return { usedBytes: counted + reserved, totalBytes: Number(totalStorageBytes) };
}

/** @throws {AppError} `webdav.xml_invalid` */
function readQuery(root: XmlElement | undefined): PropertyQuery {
  if (!root) return { kind: 'all', also: [] };
  if (!isDav(root, 'propfind')) throw new AppError('webdav.xml_invalid');
  const prop = findChild(root, 'prop');
  const isAll = findChild(root, 'allprop') !== undefined;
  const isNames = findChild(root, 'propname') !== undefined;
  if ([prop !== undefined, isAll, isNames].filter(Boolean).length !== 1) {
    throw new AppError('webdav.xml_invalid');
  }
  if (prop) return { kind: 'some', names: namesIn(prop) };
  const include = findChild(root, 'include');
  return isAll ? { kind: 'all', also: include ? namesIn(include) : [] } : { kind: 'names' };
}

/** Limits the requested names, because the reply repeats them for each resource. */
function namesIn(element: XmlElement): readonly PropertyName[] {
  const names = elementsOf(element).map(({ namespace, name }) => ({ namespace, name }));
  const characters = names.reduce((sum, each) => sum + each.namespace.length + each.name.length, 0);
  if (names.length > MAX_NAMES || characters > MAX_NAME_CHARACTERS)
    throw new AppError('request.too_large');
  return names;
}

async function* write(
  query: PropertyQuery,
  resource: Resource,
  pages: AsyncIterable<ListedPage> | Iterable<ListedPage>,
  around: Surroundings,
): AsyncGenerator<string> {
  let piece = `${XML_HEADER}<D:multistatus xmlns:D="DAV:">\n`;
  const { place } = resource;
  const own = await around.readDead(place ? [place.key] : []);
  piece += describe(query, describeResource(resource, around, own));
  for await (const { items } of pages) {
    for (let at = 0; at < items.length; at += ITEMS_PER_PAGE) {
      const some = items.slice(at, at + ITEMS_PER_PAGE);
      const dead = await around.readDead(some.map(({ name }) => keyIn(place, name)));
      for (const item of some) {
        piece += describe(query, describeItem(item, place, around, dead));
        if (piece.length < PIECE_LENGTH) continue;
        yield piece;
        piece = '';
        // Lets the event loop serve other requests while a long reply is written.
        await setImmediate();
      }
    }
  }
  yield `${piece}</D:multistatus>\n`;
}

function keyIn(directory: ResolvedPath | undefined, name: string): string {
  return directory?.key ? `${directory.key}/${name}` : name;
}

function describeResource(
  resource: Resource,
  { locks, capacity }: Surroundings,
  dead: Awaited<ReturnType<ReadDead>>,
): Described {
  const { place } = resource;
  const key = place?.key ?? '';
  const common = {
    locks: place ? coveringLocks(locks, key) : [],
    mountPath: place?.mount.mountPath ?? '',
    dead: dead.get(key) ?? [],
    capacity,
  };
  if (resource.kind === 'directory') {
    const { path, name, modified } = resource;
    return { ...common, path, name, modified, isDirectory: true, size: 0, etag: undefined };
  }
  const { size, etag, lastModified: modified = new Date(0) } = resource.object;
  const { path, name } = resource.place;
  return { ...common, path, name, size, etag, modified, isDirectory: false };
}

function describeItem(
  { path, name, isDirectory, isVirtual, size, modified, etag }: DirectoryItem,
  place: ResolvedPath | undefined,
  { locks, capacity }: Surroundings,
  dead: Awaited<ReturnType<ReadDead>>,
): Described {
  // A mount below belongs to another storage.
  const holder = isVirtual ? undefined : place;
  const key = keyIn(holder, name);
  return {
    ...{ path, name, isDirectory, etag, capacity },
    size: size ?? 0,
    modified: new Date(modified),
    locks: holder ? coveringLocks(locks, key).map((lock) => withoutOwner(lock, key)) : [],
    mountPath: holder?.mount.mountPath ?? '',
    dead: holder ? (dead.get(key) ?? []) : [],
  };
}

/** Removes a client's description of its user from a lock that is repeated for the entries it covers. */
function withoutOwner(lock: ResourceLock, key: string): ResourceLock {
  return lock.objectKey === key ? lock : { ...lock, owner: null };
}
