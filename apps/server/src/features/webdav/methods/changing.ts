import { AppError } from '#errors';
import { WEBDAV_RIGHTS } from '#security/rights.ts';
import { assertNoBody, type DavCall, type DavMethod } from '../call.ts';
import type { WebdavDependencies } from '../dependencies.ts';
import { readAddress } from '../headers/dav-path.ts';
import { readDepth, readOverwrite, textOf } from '../headers/headers.ts';
import type { Resource, Resources } from '../resources.ts';

/** MKCOL: creates a directory if its name is free and its parent exists. */
export function createMakeCollection(
  { fileSystem }: Pick<WebdavDependencies, 'fileSystem'>,
  resources: Resources,
): DavMethod {
  const { writing } = fileSystem.withRights(WEBDAV_RIGHTS);
  return async (call) => {
    assertNoBody(call);
    const { resource, lockTokens } = await resources.check(call);
    if (resource) throw new AppError('webdav.method_not_allowed');
    try {
      const options = { isStrict: true, lockTokens };
      await writing.makeDirectory(call.caller, call.path, call.signal, options);
    } catch (error) {
      throw isExisting(error) ? new AppError('webdav.method_not_allowed') : error;
    }
    return { status: 201 };
  };
}

/** DELETE: removes a file, or a directory with everything below it. */
export function createRemove(
  { fileSystem: { operations } }: Pick<WebdavDependencies, 'fileSystem'>,
  resources: Resources,
): DavMethod {
  return async (call) => {
    const { resource, lockTokens, etag } = await resources.check(call);
    if (!resource) throw new AppError('file_system.not_found');
    const isWhole = readDepth(call.headers) === 'infinity';
    if (resource.kind === 'directory' && !isWhole) throw new AppError('webdav.header_invalid');
    const input = { paths: [spelledPath(resource)], rights: WEBDAV_RIGHTS, lockTokens, etag };
    const options = { isAsync: false, signal: call.signal };
    const outcome = await operations.run('remove', call.caller, input, options);
    const [failure] = outcome.isRunning ? [] : outcome.result.failed;
    if (failure) throw new AppError(failure.error.code, { details: failure.error.details });
    return { status: 204 };
  };
}

/** COPY and MOVE, within a storage or to another. */
export function createTransfer(
  isMove: boolean,
  { fileSystem: { operations } }: Pick<WebdavDependencies, 'fileSystem'>,
  resources: Resources,
): DavMethod {
  return async (call) => {
    const { headers, hosts, caller, signal } = call;
    const destination = textOf(headers, 'destination');
    if (destination === undefined) throw new AppError('webdav.header_invalid');
    const targetPath = readAddress(destination, hosts);
    const mayOverwrite = readOverwrite(headers);
    const { resource, lockTokens, etag } = await check(call, resources, isMove);
    const depth = readDepth(headers);
    const isDirectory = resource.kind === 'directory';
    if (isDirectory && (depth === '1' || (isMove && depth === '0'))) {
      throw new AppError('webdav.header_invalid');
    }
    const input = {
      from: spelledPath(resource),
      to: targetPath.replace(/\/+$/, '') + (isDirectory ? '/' : ''),
      isShallow: isDirectory && depth === '0',
      ...{ isMove, mayOverwrite, lockTokens, etag },
    };
    try {
      const options = { isAsync: false, signal };
      const outcome = await operations.run('transfer', caller, input, options);
      const isNew = !outcome.isRunning && outcome.result.isNew;
      return { status: isNew ? 201 : 204 };
    } catch (error) {
      throw isExisting(error) ? new AppError('file_system.changed') : error;
    }
  };
}

/** COPY needs read access to the source; its other conditions are those of a change. */
async function check(call: DavCall, resources: Resources, isMove: boolean) {
  const checked = await resources.check(call);
  const resource = isMove ? checked.resource : await resources.read(call);
  if (!resource) throw new AppError('file_system.not_found');
  return { ...checked, resource };
}

/**
 * Path in the storage's spelling. A trailing slash names a directory; one above mounts has no resolved
 * path.
 */
function spelledPath(resource: Resource): string {
  return resource.kind === 'directory' ? resource.path : resource.place.path;
}

function isExisting(error: unknown): boolean {
  return error instanceof AppError && error.code === 'file_system.exists';
}
