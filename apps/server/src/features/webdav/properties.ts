import type { DeadProperty } from '#features/file-system/service.ts';
import { contentTypeOf } from '#files/file-type.ts';
import type { ResourceLock } from '#ledger/locks/resource-lock.ts';
import { bareEtag } from '#object-store/etag.ts';
import { hrefOf } from './headers/dav-path.ts';
import type { XmlElement } from './xml/parse-xml.ts';
import { escapeXml, writeName } from './xml/write-xml.ts';

/** File or directory with the facts for its properties. */
export interface Described {
  /** Ends in a slash for a directory. */
  readonly path: string;
  readonly name: string;
  readonly isDirectory: boolean;
  /** Size of a file in bytes. */
  readonly size: number;
  readonly modified: Date;
  /** ETag of a file, with or without quotes. */
  readonly etag: string | undefined;
  /** Locks that cover it. */
  readonly locks: readonly ResourceLock[];
  /** Path of its mount. */
  readonly mountPath: string;
  readonly dead: readonly DeadProperty[];
  readonly capacity: { readonly usedBytes: number; readonly totalBytes: number } | undefined;
}

export type PropertyName = Pick<XmlElement, 'namespace' | 'name'>;

/** Properties that a request asks for. */
export type PropertyQuery =
  | { readonly kind: 'names' }
  | { readonly kind: 'all'; readonly also: readonly PropertyName[] }
  | { readonly kind: 'some'; readonly names: readonly PropertyName[] };

/** Value of one of WebDAV's own properties, as XML; undefined if the resource has none. */
type Live = (described: Described) => string | undefined;

/** Maximum number of locks shown, because deep locks on several levels add up. */
const MAX_SHOWN_LOCKS = 16;

const SUPPORTED_LOCKS = ['exclusive', 'shared']
  .map(
    (scope) =>
      `<D:lockentry><D:lockscope><D:${scope}/></D:lockscope><D:locktype><D:write/></D:locktype></D:lockentry>`,
  )
  .join('');

const LIVE: ReadonlyMap<string, Live> = new Map<string, Live>(
  Object.entries({
    resourcetype: ({ isDirectory }) => (isDirectory ? '<D:collection/>' : ''),
    displayname: ({ name }) => escapeXml(name),
    getlastmodified: ({ modified }) => modified.toUTCString(),
    getcontentlength: ({ isDirectory, size }) => (isDirectory ? undefined : String(size)),
    getcontenttype: ({ isDirectory, name }) =>
      isDirectory ? undefined : escapeXml(contentTypeOf(name)),
    getetag: ({ etag }) => etag && escapeXml(`"${bareEtag(etag)}"`),
    supportedlock: ({ mountPath }) => (mountPath === '' ? '' : SUPPORTED_LOCKS),
    lockdiscovery: ({ locks, mountPath }) =>
      locks
        .slice(0, MAX_SHOWN_LOCKS)
        .map((lock) => describeLock(lock, mountPath))
        .join(''),
  } satisfies Record<string, Live>),
);

/** Properties that are returned only if a client asks for them by name (RFC 4331 2). */
const QUOTA: ReadonlyMap<string, Live> = new Map<string, Live>(
  Object.entries({
    'quota-available-bytes': ({ capacity }) =>
      capacity && String(Math.max(0, capacity.totalBytes - capacity.usedBytes)),
    'quota-used-bytes': ({ capacity }) => capacity && String(capacity.usedBytes),
  } satisfies Record<string, Live>),
);

/** True if only the server sets the property. */
export function isLive({ namespace, name }: PropertyName): boolean {
  return namespace === 'DAV:' && (LIVE.has(name) || QUOTA.has(name));
}

/** Requested properties that only clients can have set. */
export function deadNamesOf(query: PropertyQuery): readonly PropertyName[] | 'all' {
  return query.kind === 'some' ? query.names.filter((name) => !isLive(name)) : 'all';
}

export function asksForLocks(query: PropertyQuery): boolean {
  const isLocks = ({ namespace, name }: PropertyName) =>
    namespace === 'DAV:' && name === 'lockdiscovery';
  return query.kind === 'all' || (query.kind === 'some' && query.names.some(isLocks));
}

export function asksForQuota(query: PropertyQuery): boolean {
  const named = query.kind === 'some' ? query.names : query.kind === 'all' ? query.also : [];
  return named.some(({ namespace, name }) => namespace === 'DAV:' && QUOTA.has(name));
}

export function describeLock(lock: ResourceLock, mountPath: string): string {
  const { objectKey, scope, isDeep, owner, token, timeoutSeconds } = lock;
  const root = hrefOf(objectKey === '' ? `${mountPath}/` : `${mountPath}/${objectKey}`);
  return [
    '<D:activelock><D:locktype><D:write/></D:locktype>',
    `<D:lockscope><D:${scope}/></D:lockscope><D:depth>${isDeep ? 'infinity' : '0'}</D:depth>`,
    owner === null ? '' : `<D:owner>${owner}</D:owner>`,
    `<D:timeout>Second-${timeoutSeconds}</D:timeout>`,
    `<D:locktoken><D:href>${token}</D:href></D:locktoken>`,
    `<D:lockroot><D:href>${escapeXml(root)}</D:href></D:lockroot></D:activelock>`,
  ].join('');
}

/** `response` element of a multi-status reply. */
export function describe(query: PropertyQuery, described: Described): string {
  const { found, missing } = propertiesOf(query, described);
  return [
    `<D:response><D:href>${escapeXml(hrefOf(described.path))}</D:href>`,
    found.length > 0 || missing.length === 0 ? propstat(found, '200 OK') : '',
    missing.length > 0 ? propstat(missing, '404 Not Found') : '',
    '</D:response>\n',
  ].join('');
}

export function propstat(properties: readonly string[], status: string, error = ''): string {
  const prop = `<D:prop>${properties.join('')}</D:prop>`;
  return `<D:propstat>${prop}<D:status>HTTP/1.1 ${status}</D:status>${error}</D:propstat>`;
}

function propertiesOf(query: PropertyQuery, described: Described) {
  const { dead } = described;
  const found: string[] = [];
  const missing: string[] = [];
  const addLive = (name: string) => {
    const value = (LIVE.get(name) ?? QUOTA.get(name))?.(described);
    if (value !== undefined) found.push(`<D:${name}>${value}</D:${name}>`);
    return value !== undefined;
  };
  if (query.kind === 'names') {
    const live = [...LIVE.keys()].filter((name) => LIVE.get(name)?.(described) !== undefined);
    const named = live.map((name) => ({ namespace: 'DAV:', name }));
    return { found: [...named, ...dead].map(writeName), missing };
  }
  if (query.kind === 'all') {
    for (const name of LIVE.keys()) addLive(name);
    found.push(...dead.map(({ element }) => element));
  }
  for (const wanted of query.kind === 'some' ? query.names : query.also) {
    const isKnown = query.kind === 'all' && wanted.namespace === 'DAV:' && LIVE.has(wanted.name);
    if (isKnown || (isLive(wanted) && addLive(wanted.name))) continue;
    const own = dead.find(
      ({ namespace, name }) => namespace === wanted.namespace && name === wanted.name,
    );
    if (own && query.kind === 'some') found.push(own.element);
    else if (!own) missing.push(writeName(wanted));
  }
  return { found, missing };
}
