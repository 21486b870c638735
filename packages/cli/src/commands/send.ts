import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type Client, isApiError, withRetries } from '@satchel/api-client';
import type { Command } from 'commander';
import { parseShareLink, type ShareLink } from '../arguments/share-link.ts';
import { passwordOf } from '../arguments/share-options.ts';
import { CommandError, usageError } from '../command-error.ts';
import type { Context } from '../context.ts';
import { createGuestClient, createServerClient } from '../session/connect.ts';
import { note, printJson, printLine } from '../terminal/output.ts';
import { createProgress } from '../terminal/progress.ts';
import { ask } from '../terminal/prompt.ts';
import { findLocalFiles, type LocalFile } from '../transfer/local-files.ts';
import { createRecords, type SendingRecord } from '../transfer/records.ts';
import { missingFiles, sendFiles } from '../transfer/send-files.ts';
import { addExamples } from './add-examples.ts';

interface Options {
  readonly name?: string;
  readonly email?: string;
  readonly note?: string;
  readonly password?: string;
  readonly json?: true;
}

export function addSendCommand(program: Command, context: Context): void {
  const { say } = context;
  const command = program
    .command('send')
    .description(say('send_description'))
    .argument('<link>', say('send_link'))
    .argument('<path...>', say('send_argument'))
    .option('--name <name>', say('option_own_name'))
    .option('--email <address>', say('option_own_email'))
    .option('--note <text>', say('option_note'))
    .option('-p, --password <password>', say('option_share_password'))
    .option('--json', say('option_json'))
    .action((link: string, paths: readonly string[], options: Options) =>
      sendPaths(context, link, paths, options),
    );
  addExamples(command, context, [
    'satchel send https://share.example.org/request/holiday photos',
    'satchel send https://share.example.org/request/tender --name Ada offer.pdf',
  ]);
}

async function sendPaths(
  context: Context,
  text: string,
  paths: readonly string[],
  options: Options,
): Promise<void> {
  const link = parseShareLink(text);
  if (link?.kind !== 'request') throw usageError('request_link_invalid', { link: text });
  // Finds a mistyped path before a delivery is started.
  await Promise.all(paths.map((path) => stat(path)));
  const files = await findLocalFiles(paths, (path) => note(context, 'left_out', { path }));
  if (files.length === 0) throw usageError('nothing_to_share');
  const { signal, stateDirectory } = context;
  const records = createRecords(stateDirectory, 'sendings');
  const own = [options.name, options.email, paths.map((path) => resolve(path))];
  const subject = JSON.stringify([link.serverUrl, link.slug, own]);
  const record = await records.find(subject);
  const resumed = record && (await resumeDelivery(context, link, record, files));
  const { client, stored } = resumed ?? (await startDelivery(context, link, options, save));
  function save(started: SendingRecord) {
    return records.save(subject, started);
  }
  const progress = createProgress(context);
  try {
    await sendFiles({ context, client, progress, share: {} }, missingFiles(files, stored));
  } catch (error) {
    progress.end();
    note(context, 'send_again_hint');
    throw error;
  } finally {
    progress.end();
  }
  const { slug } = link;
  const body = { note: options.note };
  const finish = () => client.uploadRequests.finish({ params: { slug }, body }, { signal });
  // The server finishes a delivery once, so that the call may be repeated after a lost reply.
  const receipt = await withRetries(finish, signal);
  await records.remove(subject);
  await (options.json ? printJson(context, receipt) : printLine(context, receipt.receipt));
}

/** Client of a delivery, and the files that have arrived. */
interface Delivery {
  readonly client: Client;
  readonly stored: ReadonlyMap<string, number>;
}

function createDeliveryClient(context: Context, { serverUrl: url }: ShareLink, token: string) {
  // The token names the uploads, because two deliveries may send files of the same name.
  const credential = { kind: 'upload', token } as const;
  return createServerClient(context, { url, credential }, `${url} ${token}`);
}

/**
 * Delivery of an interrupted run; undefined if it is gone, or finished without some of the files. The record of one
 * that is finished with all files tells that its receipt did not arrive.
 */
async function resumeDelivery(
  context: Context,
  link: ShareLink,
  { token = '' }: SendingRecord,
  wanted: readonly LocalFile[],
): Promise<Delivery | undefined> {
  const client = createDeliveryClient(context, link, token);
  const { slug } = link;
  const { signal } = context;
  try {
    const { state, files } = await client.uploadRequests.delivery({ params: { slug } }, { signal });
    const stored = new Map(files.map(({ path, size }) => [path, size]));
    if (state === 'done' && missingFiles(wanted, stored).length > 0) return undefined;
    return { client, stored };
  } catch (error) {
    if (isApiError(error, 'upload_requests.token_invalid')) return undefined;
    throw error;
  }
}

async function startDelivery(
  context: Context,
  link: ShareLink,
  options: Options,
  save: (record: SendingRecord) => Promise<void>,
): Promise<Delivery> {
  const { signal } = context;
  const { uploadRequests } = createGuestClient(context, link.serverUrl);
  const params = { slug: link.slug };
  const request = await uploadRequests.view({ params }, { signal });
  if (request.is_full) throw new CommandError('request_full');
  if (request.ask_name && !options.name) throw usageError('name_needed');
  const password = request.requires_password
    ? ((await passwordOf(context, options.password)) ??
      (await ask(context, 'ask_share_password', { isHidden: 1 })))
    : undefined;
  const { name, email } = options;
  const body = { name, email, password };
  const { upload_token: token, receipt } = await uploadRequests.enter({ params, body }, { signal });
  await save({ id: receipt, token });
  return { client: createDeliveryClient(context, link, token), stored: new Map() };
}
