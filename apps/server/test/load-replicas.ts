import { vi } from 'vitest';
import { createDavClient } from './dav-client.ts';

/** People who write and read all the time, until they are told to stop. */
export interface Load {
  /** What the server has said that it has, by where it is read. */
  readonly acknowledged: ReadonlyMap<string, string>;
  /** Replies other than success, and errors of connections. */
  readonly failedReads: readonly unknown[];
  readonly failedWrites: readonly unknown[];
  /** Waits until so much more has been acknowledged. */
  progress(more: number): Promise<void>;
  stop(): Promise<void>;
}

/** What a client sees of a write: its address where it is acknowledged. */
type Write = (content: string) => Promise<string>;

class Refusal extends Error {
  readonly status: number;
  /** Address of the server that has answered; nginx's name for all of them where it asked none. */
  readonly by: string | null;
  constructor(status: number, headers: Headers, text: string) {
    super(text);
    this.status = status;
    this.by = headers.get('x-upstream');
  }
}

/**
 * Texts over the API and files over WebDAV, in turns, each read back at once.
 *
 * @param authorization of an administrator's session
 * @param folder below `/dav` that exists
 */
export function startLoad(url: string, authorization: string, folder: string, callers = 4): Load {
  const acknowledged = new Map<string, string>();
  const failedReads: unknown[] = [];
  const failedWrites: unknown[] = [];
  const dav = createDavClient(url);
  let isOver = false;

  const writeText: Write = async (content) => {
    const reply = await fetch(`${url}/api/paste`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ content }),
    });
    if (!reply.ok) throw new Refusal(reply.status, reply.headers, await reply.text());
    const { data } = (await reply.json()) as { data: { slug: string } };
    return `/api/raw/${data.slug}`;
  };
  const writeFile: Write = async (content) => {
    const path = `${folder}/${encodeURIComponent(content)}.txt`;
    const { status, headers, text } = await dav('PUT', path, { body: content });
    if (status >= 300) throw new Refusal(status, headers, text);
    return `/dav${path}`;
  };
  const read = (path: string) => readFrom(url, path);
  const call = async (caller: number) => {
    for (let round = 0; !isOver; round += 1) {
      const content = `${caller} ${round}`;
      const write = round % 2 === 0 ? writeText : writeFile;
      const path = await write(content).catch((error: unknown) => {
        failedWrites.push(error);
        return undefined;
      });
      if (path === undefined) continue;
      acknowledged.set(path, content);
      const { status, text } = await read(path).catch((error) => ({ status: 0, text: `${error}` }));
      if (status !== 200 || text !== content) failedReads.push({ path, status, text });
    }
  };
  const calls = Array.from({ length: callers }, (_, caller) => call(caller));
  return {
    ...{ acknowledged, failedReads, failedWrites },
    async progress(more) {
      const before = acknowledged.size;
      await vi.waitFor(
        () => {
          if (acknowledged.size < before + more) throw new Error('nothing more is acknowledged');
        },
        { timeout: 60_000, interval: 50 },
      );
    },
    async stop() {
      isOver = true;
      await Promise.all(calls);
    },
  };
}

/** As a visitor, or over WebDAV as the administrator. */
export async function readFrom(url: string, path: string) {
  if (path.startsWith('/dav')) return createDavClient(url)('GET', path.slice('/dav'.length));
  const reply = await fetch(url + path);
  return { status: reply.status, text: await reply.text() };
}
