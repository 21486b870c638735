import type { FileEntry, FileSystemService } from '#features/file-system/service.ts';
import type { DavCall } from './call.ts';

/**
 * Programs known to follow a redirect without their credential, which a storage would refuse, and to
 * ask for ranges there; see docs/webdav.md. Others get the bytes from this server.
 */
const FOLLOWING_AGENTS = /^(?:rclone|VLC|Kodi|libmpv|mpv|Infuse)\b/i;

/** Short, because clients ask again and the server checks their rights each time. */
const LINK_SECONDS = 300;

/** URL at which the storage itself sends a file; undefined if this server does. */
export function createFindRedirect(
  reading: FileSystemService['reading'],
): (call: DavCall, file: FileEntry) => Promise<string | undefined> {
  return async ({ caller, headers, hosts, origin, path, signal }, { place }) => {
    const isWanted = place.mount.webdavPolicy === '302_redirect';
    const isEmbedded = place.storage.config.isEmbedded;
    const follows = FOLLOWING_AGENTS.test(headers['user-agent'] ?? '');
    // This server itself answers 304 if the client has the current version.
    const isConditional = ['if-none-match', 'if-modified-since', 'if-range'].some(
      (name) => name in headers,
    );
    if (!isWanted || isEmbedded || !follows || isConditional) return undefined;
    const options = { expiresInSeconds: LINK_SECONDS, isDownload: false, origin };
    const { url } = await reading.link(caller, path, options, signal);
    // A client would send its credential along to our own host, which conflicts with the signature.
    return hosts.includes(new URL(url).host) ? undefined : url;
  };
}
