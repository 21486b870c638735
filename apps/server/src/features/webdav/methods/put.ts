import { AppError } from '#errors';
import { WEBDAV_RIGHTS } from '#security/rights.ts';
import type { DavMethod } from '../call.ts';
import type { WebdavDependencies } from '../dependencies.ts';
import { readExpectedLength } from '../headers/headers.ts';
import type { Resources } from '../resources.ts';

/** PUT: stores a file, with a known, an announced or an unknown length. */
export function createPut(
  { fileSystem, settings }: WebdavDependencies,
  resources: Resources,
): DavMethod {
  const { writing } = fileSystem.withRights(WEBDAV_RIGHTS);
  return async (call) => {
    const { caller, path, headers, body, bodyBytes, signal } = call;
    // A part of a file would be stored as the whole (RFC 9110 14.4).
    if (headers['content-range'] !== undefined) throw new AppError('webdav.header_invalid');
    const { resource, lockTokens } = await resources.check(call);
    if (resource?.kind === 'directory') throw new AppError('webdav.method_not_allowed');
    const target = await writing.targetAt(caller, path);
    const isReplacing = resource !== undefined;
    if (!isReplacing) await writing.assertParent(target, signal);
    const options = {
      ifMatch: headers['if-match'],
      ifNoneMatch: headers['if-none-match'],
      ...{ lockTokens, isReplacing },
    };
    const isInParts = (await settings.get('webdav_upload_mode')) === 'multipart';
    const size = bodyBytes;
    const mostBytes = size ?? readExpectedLength(headers);
    const write = await writing.begin(caller, target, { size, mostBytes }, options, signal);
    const store = async () => {
      if (write) return writing.put(target, write, body, { size, isInParts, signal });
      // Spools the body, because the quota is too small for its upper bound but may fit its real size.
      const maxBytes = await fileSystem.maxUploadBytes();
      await using spooled = await fileSystem.spool.keep(body, maxBytes, signal);
      const known = { size: spooled.size };
      const begun = await writing.begin(caller, target, known, options, signal);
      if (!begun) throw new AppError('storage.insufficient');
      return await writing.put(target, begun, spooled.open(), { ...known, isInParts, signal });
    };
    const { etag } = await store();
    return { status: isReplacing ? 204 : 201, headers: { etag: `"${etag}"` } };
  };
}
