import { type Client, isApiError } from '@satchel/api-client';
import { lastNameOf } from '../arguments/mount-path.ts';
import type { DownloadSource } from './download.ts';
import { fetchBytes } from './fetch-bytes.ts';
import type { DownloadRecord } from './records.ts';

/** Source for a file of a mount. */
export function entrySource(
  client: Client,
  serverUrl: string,
  path: string,
  signal: AbortSignal,
): DownloadSource {
  return {
    id: `${serverUrl} ${path}`,
    name: lastNameOf(path),
    open: (headers) => client.fs.download({ query: { path } }, { headers, signal }),
  };
}

/** Source for the text of a share. */
export function textSource(
  client: Client,
  serverUrl: string,
  slug: string,
  password: () => Promise<string>,
  signal: AbortSignal,
): DownloadSource {
  const open = (headers: Readonly<Record<string, string>>) =>
    client.textShares.raw({ params: { slug } }, { headers, signal });
  return {
    id: `${serverUrl}/paste/${slug}`,
    name: `${slug}.txt`,
    async open(headers) {
      try {
        return await open(headers);
      } catch (error) {
        if (!isApiError(error, 'text_shares.password_required')) throw error;
        return open({ ...headers, 'x-share-password': await password() });
      }
    },
  };
}

/** Password and link of a shared file. */
export interface FileShareAccess {
  readonly client: Client;
  readonly serverUrl: string;
  readonly slug: string;
  /** Called only if the share has a password. */
  readonly password: () => Promise<string>;
  readonly signal: AbortSignal;
}

export function fileShareId({ serverUrl, slug }: FileShareAccess): string {
  return `${serverUrl}/file/${slug}`;
}

/**
 * Source for a shared file. Opening it costs a view. Resuming an earlier download does not, while its address
 * is valid.
 *
 * @param record of the earlier download
 * @throws {ApiError} if the share does not exist, or no longer exists
 */
export async function fileShareSource(
  access: FileShareAccess,
  record: DownloadRecord | undefined,
): Promise<DownloadSource> {
  const { client, slug, signal } = access;
  const reuse = record?.url === undefined ? undefined : await tryAddress(record.url, signal);
  let url = reuse;
  const peek =
    url === undefined
      ? await client.fileShares.view({ params: { slug }, query: { peek: true } }, { signal })
      : undefined;
  const openShare = async () => {
    const { downloadUrl } = peek?.requires_password
      ? await client.fileShares.unlock(
          { params: { slug }, body: { password: await access.password() } },
          { signal },
        )
      : await client.fileShares.view({ params: { slug } }, { signal });
    return new URL(downloadUrl ?? '', access.serverUrl).href;
  };
  return {
    id: fileShareId(access),
    name: peek?.filename ?? record?.name ?? slug,
    async open(headers) {
      url ??= await openShare();
      return fetchBytes(url, headers, signal);
    },
    url: () => url,
  };
}

/** Returns the address of an earlier download, unless it is refused. A busy server has not refused it. */
async function tryAddress(url: string, signal: AbortSignal): Promise<string | undefined> {
  const reply = await fetch(url, { headers: { range: 'bytes=0-0' }, signal }).catch(
    () => undefined,
  );
  await reply?.body?.cancel();
  return reply !== undefined && (reply.ok || reply.status >= 500) ? url : undefined;
}
