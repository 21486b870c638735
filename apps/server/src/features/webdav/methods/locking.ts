import { Readable } from 'node:stream';
import { createdByOf } from '@satchel/api-client/permissions';
import { AppError } from '#errors';
import type { ResolvedPath } from '#features/file-system/service.ts';
import type { NewLock } from '#ledger/locks/locks.ts';
import type { LockScope, ResourceLock } from '#ledger/locks/resource-lock.ts';
import { WEBDAV_RIGHTS } from '#security/rights.ts';
import type { DavCall, DavMethod, DavReply } from '../call.ts';
import type { WebdavDependencies } from '../dependencies.ts';
import { readDepth, readLockToken, readTimeoutSeconds } from '../headers/headers.ts';
import { describeLock } from '../properties.ts';
import type { Preconditions, Resources } from '../resources.ts';
import { elementsOf, findChild, isDav, parseXml, type XmlElement } from '../xml/parse-xml.ts';
import { escapeXml, writeElement, XML_HEADER } from '../xml/write-xml.ts';

/** Maximum length of a client's description of its user, in characters. */
const MAX_OWNER_LENGTH = 1024;

/** LOCK: takes a lock, or without a body refreshes one (RFC 4918 9.10). */
export function createLock(
  { fileSystem, locks }: Pick<WebdavDependencies, 'fileSystem' | 'locks'>,
  resources: Resources,
): DavMethod {
  const { writing } = fileSystem.withRights(WEBDAV_RIGHTS);

  const refresh = async (call: DavCall, place: ResolvedPath, { lockTokens }: Preconditions) => {
    const createdBy = createdByOf(call.caller);
    const own = (await resources.locksOn(place)).find(
      (lock) => lock.createdBy === createdBy && lockTokens.includes(lock.token),
    );
    const refreshed = own && (await locks.refresh(own, readTimeoutSeconds(call.headers)));
    if (!refreshed) throw new AppError('file_system.changed');
    return { status: 200, xml: discovery(refreshed, place) };
  };

  /** Creates an empty file for a lock on a free name (RFC 4918 7.3). */
  const keepName = async ({ caller, path, signal }: DavCall, lockTokens: readonly string[]) => {
    const target = await writing.targetAt(caller, path.replace(/\/+$/, ''));
    await writing.assertParent(target, signal);
    const write = await writing.begin(caller, target, { size: 0 }, { lockTokens }, signal);
    if (!write) throw new AppError('storage.insufficient');
    await writing.put(target, write, Readable.from([]), { size: 0, signal });
  };

  return async (call): Promise<DavReply> => {
    const depth = readDepth(call.headers);
    const root = await parseXml(call.body);
    const preconditions = await resources.check(call);
    const place = await writing.placeOf(call.caller, call.path);
    if (!place || (preconditions.resource && !preconditions.resource.place)) {
      throw new AppError('auth.forbidden');
    }
    if (!root) return refresh(call, place, preconditions);
    if (depth === '1') throw new AppError('webdav.header_invalid');
    const lock = await locks.take({
      ...readLockInfo(root),
      storageConfigId: place.storage.config.id,
      objectKey: place.key,
      isDeep: depth === 'infinity',
      timeoutSeconds: readTimeoutSeconds(call.headers),
      createdBy: createdByOf(call.caller),
    });
    const isNew = preconditions.resource === undefined;
    try {
      if (isNew) await keepName(call, [...preconditions.lockTokens, lock.token]);
    } catch (error) {
      await locks.release(lock);
      throw error;
    }
    return {
      status: isNew ? 201 : 200,
      headers: { 'lock-token': `<${lock.token}>` },
      xml: discovery(lock, place),
    };
  };
}

/** UNLOCK: releases a lock, for its holder or an administrator. */
export function createUnlock(
  { fileSystem, locks }: Pick<WebdavDependencies, 'fileSystem' | 'locks'>,
  resources: Resources,
): DavMethod {
  const { writing } = fileSystem.withRights(WEBDAV_RIGHTS);
  return async (call) => {
    const token = readLockToken(call.headers);
    const place = await writing.placeOf(call.caller, call.path);
    if (!place) throw new AppError('auth.forbidden');
    const lock = (await resources.locksOn(place)).find((each) => each.token === token);
    if (!lock) throw new AppError('webdav.lock_unknown');
    const isOwn = lock.createdBy === createdByOf(call.caller);
    if (!isOwn && call.caller.kind !== 'admin') throw new AppError('auth.forbidden');
    await locks.release(lock);
    return { status: 204 };
  };
}

function discovery(lock: ResourceLock, { mount }: ResolvedPath): string {
  const active = describeLock(lock, mount.mountPath);
  const found = `<D:lockdiscovery>${active}</D:lockdiscovery>`;
  return `${XML_HEADER}<D:prop xmlns:D="DAV:">${found}</D:prop>\n`;
}

/** @throws {AppError} `webdav.xml_invalid` */
function readLockInfo(root: XmlElement): Pick<NewLock, 'scope' | 'owner'> {
  const type = findChild(root, 'locktype');
  const isWrite = isDav(root, 'lockinfo') && type && findChild(type, 'write') !== undefined;
  if (!isWrite) throw new AppError('webdav.xml_invalid');
  const owner = findChild(root, 'owner');
  const text = owner?.children.map((child) =>
    typeof child === 'string' ? escapeXml(child) : writeElement(child),
  );
  const written = text?.join('') ?? null;
  if (written !== null && written.length > MAX_OWNER_LENGTH)
    throw new AppError('request.too_large');
  return { scope: readScope(root), owner: written };
}

function readScope(root: XmlElement): LockScope {
  const scope = findChild(root, 'lockscope');
  const [kind] = scope ? elementsOf(scope) : [];
  if (kind && isDav(kind, 'exclusive')) return 'exclusive';
  if (kind && isDav(kind, 'shared')) return 'shared';
  throw new AppError('webdav.xml_invalid');
}
