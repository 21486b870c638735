import { join } from 'node:path';
import { parseServerUrl } from '../arguments/server-url.ts';
import { CommandError, usageError } from '../command-error.ts';
import type { Context } from '../context.ts';
import { EXIT_CODES } from '../exit-codes.ts';
import { readPrivateFile, writePrivateFile } from './private-file.ts';

/** Login on a server. An administrator's token expires a day after its last use. */
export type StoredCredential =
  | { readonly kind: 'apiKey'; readonly key: string }
  | { readonly kind: 'admin'; readonly token: string; readonly username: string };

/** A server that the user is logged in to. */
export interface Server {
  readonly url: string;
  readonly credential: StoredCredential;
}

/** File with all logins. */
export interface StoredServers {
  /** Address of the server that commands use by default. */
  readonly current?: string | undefined;
  readonly servers: Readonly<Record<string, StoredCredential>>;
}

type Place = Pick<Context, 'configDirectory'>;

const pathOf = ({ configDirectory }: Place) => join(configDirectory, 'servers.json');

/** @throws {CommandError} `config_unreadable` if the file was edited and is no longer valid */
export async function readServers(context: Place): Promise<StoredServers> {
  const path = pathOf(context);
  try {
    const stored = await readPrivateFile(path);
    if (stored === undefined) return { servers: {} };
    if (isStoredServers(stored)) return stored;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new CommandError('config_unreadable', { path });
}

export async function writeServers(context: Place, servers: StoredServers): Promise<void> {
  await writePrivateFile(pathOf(context), servers);
}

/**
 * Finds the server of a command: the named one, otherwise `SATCHEL_URL`, otherwise the last login, otherwise
 * the only server. `SATCHEL_KEY` is sent only to `SATCHEL_URL`.
 *
 * @throws {CommandError} `not_logged_in`
 */
export async function findServer(
  context: Pick<Context, 'env' | 'configDirectory'>,
  named: string | undefined,
): Promise<Server> {
  const { SATCHEL_URL, SATCHEL_KEY } = context.env;
  if (SATCHEL_KEY && !SATCHEL_URL) throw usageError('key_without_url');
  const fromEnvironment = SATCHEL_URL ? parseServerUrl(SATCHEL_URL) : undefined;
  if (fromEnvironment !== undefined && SATCHEL_KEY) {
    if (named === undefined || isCalled(fromEnvironment, named)) {
      return { url: fromEnvironment, credential: { kind: 'apiKey', key: SATCHEL_KEY.trim() } };
    }
  }
  const { current, servers } = await readServers(context);
  const urls = Object.keys(servers);
  const wanted = named ?? fromEnvironment;
  const url =
    wanted === undefined
      ? (current ?? (urls.length === 1 ? urls[0] : undefined))
      : urls.find((each) => isCalled(each, wanted));
  const credential = url === undefined ? undefined : servers[url];
  if (url === undefined || !credential) {
    const name = wanted === undefined ? 'not_logged_in' : 'not_logged_in_to';
    throw new CommandError(name, { server: wanted ?? '' }, EXIT_CODES.notLoggedIn);
  }
  return { url, credential };
}

/** Whether a name is the address of a server, with or without the scheme. */
function isCalled(url: string, name: string): boolean {
  const plain = name.replace(/\/+$/, '').toLowerCase();
  return [url, url.replace(/^https?:\/\//, '')].some((each) => each.toLowerCase() === plain);
}

function isStoredServers(value: unknown): value is StoredServers {
  const { servers, current } = Object(value) as { servers?: unknown; current?: unknown };
  return (
    typeof servers === 'object' &&
    servers !== null &&
    (current === undefined || typeof current === 'string') &&
    Object.values(servers).every(isStoredCredential)
  );
}

function isStoredCredential(value: unknown): value is StoredCredential {
  const { kind, key, token, username } = Object(value) as Record<string, unknown>;
  return kind === 'apiKey'
    ? typeof key === 'string'
    : kind === 'admin' && typeof token === 'string' && typeof username === 'string';
}
