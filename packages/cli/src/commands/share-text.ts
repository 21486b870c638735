import { isUtf8 } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { addAbortSignal } from 'node:stream';
import type { Command } from 'commander';
import {
  addShareOptions,
  expiryTimeOf,
  passwordOf,
  type ShareOptions,
} from '../arguments/share-options.ts';
import { CommandError, usageError } from '../command-error.ts';
import type { Context } from '../context.ts';
import { connect } from '../session/connect.ts';
import { note, printJson, printLine } from '../terminal/output.ts';
import { addExamples, type GlobalOptions } from './add-examples.ts';

/** Limit of the server in bytes. Reading stops there, because a pipe may be endless. */
const TEXT_MAX_BYTES = 10 * 1024 * 1024;

type Options = ShareOptions & GlobalOptions;

export function addShareTextCommand(parent: Command, context: Context): void {
  const command = parent
    .command('text')
    .description(context.say('share_text_description'))
    .argument('[text]', context.say('share_text_argument'))
    .action((text: string | undefined, _options, self: Command) =>
      shareText(context, text, self.optsWithGlobals<Options>()),
    );
  addShareOptions(command, context);
  addExamples(command, context, [
    'satchel share text "see you at 9"',
    'dmesg | satchel share text --expires 1d',
    'satchel share text --password - --views 1 < secret.txt',
  ]);
}

async function shareText(
  context: Context,
  typed: string | undefined,
  options: Options,
): Promise<void> {
  const { client } = await connect(context, options.server);
  const password = await passwordOf(context, options.password);
  const content = typed === undefined || typed === '-' ? await readText(context) : typed;
  const body = {
    content,
    slug: options.slug,
    password,
    maxViews: options.views,
    expiresAt: expiryTimeOf(options),
    remark: options.title,
  };
  const once = { signal: context.signal, idempotencyKey: randomUUID() };
  const reply = await client.textShares.create({ body }, once);
  await (options.json ? printJson(context, reply) : printLine(context, reply.share_url));
}

async function readText(context: Context): Promise<string> {
  if (context.stdin.isTTY) note(context, 'type_text');
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  const input = addAbortSignal(context.signal, context.stdin);
  for await (const chunk of input.iterator({ destroyOnReturn: true })) {
    chunks.push(chunk);
    sizeBytes += chunk.length;
    if (sizeBytes > TEXT_MAX_BYTES) throw new CommandError('text_too_large');
  }
  const bytes = Buffer.concat(chunks);
  if (!isUtf8(bytes)) throw usageError('text_not_utf8');
  return bytes.toString('utf8');
}
