import { createHash } from 'node:crypto';
import { type ApiClient, createApiClient } from '@satchel/api-client';
import { listFileShares } from '@satchel/api-client/contract/file-shares';
import { login } from '@satchel/api-client/contract/sessions';
import { listTextShares } from '@satchel/api-client/contract/text-shares';

export const hashOf = (content: string | Uint8Array) =>
  createHash('sha256').update(content).digest('hex');

export async function connectAsAdmin(
  url: string,
  admin: { readonly username: string; readonly password: string },
): Promise<ApiClient> {
  const { token } = await createApiClient({ baseUrl: url }).call(login, { body: admin });
  return createApiClient({ baseUrl: url, credential: () => ({ kind: 'admin', token }) });
}

/**
 * Hashes of every text and file that a server shows, by slug; fails if one cannot be read.
 *
 * @param password of protected shares
 */
export async function readContents(
  url: string,
  api: ApiClient,
  password = '',
): Promise<Map<string, string>> {
  const contents = new Map<string, string>();
  const read = async (name: string, path: string) => {
    const reply = await fetch(`${url}${path}`, { headers: { 'x-share-password': password } });
    if (!reply.ok) throw new Error(`${name} answers ${reply.status}`);
    contents.set(name, hashOf(new Uint8Array(await reply.arrayBuffer())));
  };
  const texts = await api.call(listTextShares, { query: { limit: 1000 } });
  for (const { slug } of texts.data) await read(`text ${slug}`, `/api/raw/${slug}`);
  const { files } = (await api.call(listFileShares, { query: { limit: 1000 } })).data;
  for (const { slug } of files) await read(`file ${slug}`, `/api/file-download/${slug}`);
  return contents;
}
