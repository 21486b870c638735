import type { FileEntry, FileSystemService } from '#features/file-system/service.ts';
import type { DavCall } from './call.ts';

/**
 * Programs that are known to follow a redirect without their credential, which a storage would refuse,
 * and to ask for ranges there; docs/webdav.md says so. Others get the bytes from here.
 */
const FOLLOWING_AGENTS = /^(?:rclone|VLC|Kodi|libmpv|mpv|Infuse)\b/i;

/** Short: a client asks again, and each time it is looked whether it still may. */
const LINK_SECONDS = 300;

/** Address at which the storage itself sends a file; undefined if this server does. */
export function createFindRedirect(
  reading: FileSystemService['reading'],
): (call: DavCall, file: FileEntry) => Promise<string | undefined> {
  return async ({ caller, headers, hosts, origin, path, signal }, { place }) => {
    const isWanted = place.mount.webdavPolicy === '302_redirect';
    const isEmbedded = place.storage.config.isEmbedded;
    const follows = FOLLOWING_AGENTS.test(headers['user-agent'] ?? '');
    // The server itself answers 304 for a version that the client has.
    const isConditional = ['if-none-match', 'if-modified-since', 'if-range'].some(
      (name) => name in headers,
    );
    if (!isWanted || isEmbedded || !follows || isConditional) return undefined;
    const options = { expiresInSeconds: LINK_SECONDS, isDownload: false, origin };
    const { url } = await reading.link(caller, path, options, signal);
    // To our own name its credential would go along, and meet the signature there.
    return hosts.includes(new URL(url).host) ? undefined : url;
  };
}
