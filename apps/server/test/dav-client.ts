import { ADMIN } from './start-server.ts';

export interface DavAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export interface DavOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer | ReadableStream;
}

/** Sends one WebDAV request; paths are below `/dav`, already encoded. */
export type DavClient = (method: string, path: string, options?: DavOptions) => Promise<DavAnswer>;

/** @param authorization by default the administrator's name and password */
export function createDavClient(
  serverUrl: string,
  authorization: string | null = basic(ADMIN.username, ADMIN.password),
  send: typeof fetch = fetch,
): DavClient {
  return async (method, path, { headers = {}, body } = {}) => {
    const response = await send(`${serverUrl}/dav${path}`, {
      method,
      headers: { ...(authorization === null ? {} : { authorization }), ...headers },
      redirect: 'manual',
      ...(body === undefined ? {} : { body, duplex: 'half' }),
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
}

export function basic(username: string, password: string): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}

/** Body that requests a lock. */
export function lockInfo(scope: 'exclusive' | 'shared' = 'exclusive'): string {
  return `<D:lockinfo xmlns:D="DAV:"><D:lockscope><D:${scope}/></D:lockscope><D:locktype><D:write/></D:locktype><D:owner>us</D:owner></D:lockinfo>`;
}

/** Token of a new lock, with its brackets. */
export function tokenOf({ headers }: DavAnswer): string {
  return headers.get('lock-token') ?? '';
}

/** Every URL in a multi-status reply. */
export function hrefsIn({ text }: DavAnswer): string[] {
  return [...text.matchAll(/<D:response><D:href>([^<]*)<\/D:href>/g)].map(([, href = '']) => href);
}
