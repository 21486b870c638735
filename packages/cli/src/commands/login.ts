import { addAbortSignal } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Command } from 'commander';
import { isUnencrypted, parseServerUrl } from '../arguments/server-url.ts';
import { CommandError, usageError } from '../command-error.ts';
import type { Context } from '../context.ts';
import { createServerClient } from '../session/connect.ts';
import { readServers, type StoredCredential, writeServers } from '../session/servers.ts';
import { note } from '../terminal/output.ts';
import { ask } from '../terminal/prompt.ts';
import { addExamples } from './add-examples.ts';

interface Options {
  /** `-` reads it from the standard input. */
  readonly key?: string;
  readonly username?: string;
}

export function addLoginCommand(program: Command, context: Context): void {
  const command = program
    .command('login')
    .description(context.say('login_description'))
    .argument('[url]', context.say('login_argument'))
    .option('-k, --key <key>', context.say('option_key'))
    .option('-u, --username <name>', context.say('option_username'))
    .action((url: string | undefined, options: Options) => logIn(context, url, options));
  addExamples(command, context, [
    'satchel login https://share.example.org',
    'satchel login --username admin https://share.example.org',
    'satchel login --key - https://share.example.org < key.txt',
  ]);
}

async function logIn(context: Context, typed: string | undefined, options: Options): Promise<void> {
  const address = typed ?? context.env.SATCHEL_URL;
  if (!address) throw usageError('server_url_missing');
  const url = parseServerUrl(address);
  if (isUnencrypted(url)) note(context, 'unencrypted', { url });
  const credential = await findCredential(context, url, options);
  const client = createServerClient(context, { url, credential });
  const { name } = await client.sessions.checkApiKey({}, { signal: context.signal });
  const { servers } = await readServers(context);
  await writeServers(context, { current: url, servers: { ...servers, [url]: credential } });
  note(context, 'logged_in', { url, name });
}

async function findCredential(
  context: Context,
  url: string,
  { key, username }: Options,
): Promise<StoredCredential> {
  if (username !== undefined) return logInAsAdmin(context, url, username);
  const typed = (key ?? context.env.SATCHEL_KEY ?? (await askForKey(context))).trim();
  if (typed === '') return logInAsAdmin(context, url, undefined);
  return { kind: 'apiKey', key: typed === '-' ? await readSecret(context) : typed };
}

function askForKey(context: Context): Promise<string> {
  return context.stdin.isTTY ? ask(context, 'ask_key', { isHidden: 1 }) : readSecret(context);
}

/** Reads the first line of the standard input, for scripts. */
async function readSecret({ stdin, signal }: Context): Promise<string> {
  const [line = ''] = (await text(addAbortSignal(signal, stdin))).split(/\r?\n/);
  if (line.trim() === '') throw usageError('secret_missing');
  return line.trim();
}

async function logInAsAdmin(
  context: Context,
  url: string,
  typed: string | undefined,
): Promise<StoredCredential> {
  const username = typed ?? (await ask(context, 'ask_username', { isHidden: 0 }));
  const password = context.stdin.isTTY
    ? await ask(context, 'ask_password', { isHidden: 1 })
    : await readSecret(context);
  if (password === '') throw new CommandError('secret_missing');
  const withoutToken = { kind: 'admin', token: '', username } as const;
  const client = createServerClient(context, { url, credential: withoutToken });
  const { token } = await client.sessions.login(
    { body: { username, password } },
    { signal: context.signal },
  );
  return { kind: 'admin', token, username };
}
