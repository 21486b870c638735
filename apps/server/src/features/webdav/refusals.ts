import type { ErrorCode } from '@satchel/api-client/errors';
import type { AppError } from '#errors';
import type { DavReply } from './call.ts';
import { hrefOf } from './headers/dav-path.ts';
import { escapeXml, XML_HEADER } from './xml/write-xml.ts';

/** Error elements that clients understand (RFC 4918 16). */
const CONDITIONS: Partial<Readonly<Record<ErrorCode, (href: string) => string>>> = {
  'file_system.locked': (href) =>
    `<D:lock-token-submitted><D:href>${href}</D:href></D:lock-token-submitted>`,
  'webdav.lock_conflict': () => '<D:no-conflicting-lock/>',
  'webdav.lock_unknown': () => '<D:lock-token-matches-request-uri/>',
  'webdav.depth_infinite': () => '<D:propfind-finite-depth/>',
  'storage.insufficient': () => '<D:quota-not-exceeded/>',
  'storage.full': () => '<D:sufficient-disk-space/>',
};

/** Errors with another 4xx status elsewhere that are 403 in WebDAV. */
const FORBIDDEN: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'file_system.mount_fixed',
  'file_system.into_itself',
]);

/** WebDAV's reply to a refused request; undefined if it is the same as everywhere. */
export function refusalOf({ code, status }: AppError, path: string): DavReply | undefined {
  if (FORBIDDEN.has(code)) return { status: 403 };
  const condition = CONDITIONS[code]?.(escapeXml(hrefOf(path)));
  if (condition === undefined) return undefined;
  return { status, xml: `${XML_HEADER}<D:error xmlns:D="DAV:">${condition}</D:error>\n` };
}
