import { AppError } from '#errors';
import { contentTypeOf } from '#files/file-type.ts';
import { WEBDAV_RIGHTS } from '#security/rights.ts';
import type { DavCall, DavMethod } from './call.ts';
import type { WebdavDependencies } from './dependencies.ts';
import { createMakeCollection, createRemove, createTransfer } from './methods/changing.ts';
import { createLock, createUnlock } from './methods/locking.ts';
import { createPropfind } from './methods/propfind.ts';
import { createProppatch } from './methods/proppatch.ts';
import { createPut } from './methods/put.ts';
import { createFindRedirect } from './redirects.ts';
import { createResources } from './resources.ts';

export type { DavCall, DavReply } from './call.ts';

export type WebdavService = ReturnType<typeof createWebdavService>;

export const DAV_METHODS = [
  ...['OPTIONS', 'GET', 'HEAD', 'PUT', 'DELETE', 'MKCOL', 'COPY', 'MOVE'],
  ...['PROPFIND', 'PROPPATCH', 'LOCK', 'UNLOCK'],
] as const;

/** WebDAV, class 1 and 2 (RFC 4918), for the mounted files. */
export function createWebdavService(dependencies: WebdavDependencies) {
  const { fileSystem, locks } = dependencies;
  const { reading } = fileSystem.withRights(WEBDAV_RIGHTS);
  const resources = createResources(fileSystem, locks);
  const findRedirect = createFindRedirect(reading);
  const methods: ReadonlyMap<string, DavMethod> = new Map([
    ['PROPFIND', createPropfind(dependencies, resources)],
    ['PROPPATCH', createProppatch(dependencies, resources)],
    ['PUT', createPut(dependencies, resources)],
    ['MKCOL', createMakeCollection(dependencies, resources)],
    ['DELETE', createRemove(dependencies, resources)],
    ['COPY', createTransfer(false, dependencies, resources)],
    ['MOVE', createTransfer(true, dependencies, resources)],
    ['LOCK', createLock(dependencies, resources)],
    ['UNLOCK', createUnlock(dependencies, resources)],
  ]);
  return {
    /** Answers GET and HEAD. */
    async content(call: DavCall) {
      const file = await resources.readFile(call);
      const { place, object } = file;
      return {
        filename: place.name,
        contentType: contentTypeOf(place.name),
        object,
        /** URL at which the storage itself sends it; undefined if this server does. */
        redirectUrl: await findRedirect(call, file),
        open: (range: string | undefined, signal: AbortSignal) =>
          reading.open(place, range, signal),
      };
    },
    /** Answers every other method. @throws {AppError} `webdav.method_not_allowed` for an unknown one */
    handle(method: string, call: DavCall) {
      const answer = methods.get(method);
      if (!answer) throw new AppError('webdav.method_not_allowed');
      return answer(call);
    },
  };
}
