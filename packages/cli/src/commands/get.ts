import { stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Command } from 'commander';
import { mountPathOf } from '../arguments/mount-path.ts';
import { parseShareLink, type ShareLink } from '../arguments/share-link.ts';
import { passwordOf } from '../arguments/share-options.ts';
import { CommandError } from '../command-error.ts';
import type { Context } from '../context.ts';
import { connect, createGuestClient } from '../session/connect.ts';
import { note } from '../terminal/output.ts';
import { createProgress } from '../terminal/progress.ts';
import { ask } from '../terminal/prompt.ts';
import { type DownloadSource, downloadFile, downloadToStream } from '../transfer/download.ts';
import { createDownloadRecords, type DownloadRecords } from '../transfer/download-record.ts';
import { safeNameOf } from '../transfer/safe-name.ts';
import { entrySource, fileShareId, fileShareSource, textSource } from '../transfer/sources.ts';
import { addExamples, type GlobalOptions } from './add-examples.ts';

interface Options extends GlobalOptions {
  /** `-` for the standard output. */
  readonly output?: string;
  readonly password?: string;
  readonly force?: true;
}

export function addGetCommand(program: Command, context: Context): void {
  const command = program
    .command('get')
    .description(context.say('get_description'))
    .argument('<link-or-path>', context.say('get_argument'))
    .option('-o, --output <file>', context.say('option_output'))
    .option('-p, --password <password>', context.say('option_share_password'))
    .option('-f, --force', context.say('option_force'))
    .action((subject: string, _options, self: Command) =>
      get(context, subject, self.optsWithGlobals<Options>()),
    );
  addExamples(command, context, [
    'satchel get https://share.example.org/file/report',
    'satchel get https://share.example.org/paste/notes | less',
    'satchel get /photos/2026/beach.jpg -o wallpaper.jpg',
    'satchel get /backups/monday.tar -o - | tar x',
  ]);
}

async function get(context: Context, subject: string, options: Options): Promise<void> {
  const records = createDownloadRecords(context.stateDirectory);
  const link = parseShareLink(subject);
  const source = link
    ? await openLink(context, link, options, records)
    : await openPath(context, mountPathOf(subject), options);
  const progress = createProgress(context);
  const onProgress = (bytes: number, totalBytes: number) =>
    progress.update(source.name, bytes, totalBytes);
  const { signal } = context;
  try {
    if (options.output === '-' || (link?.kind === 'text' && options.output === undefined)) {
      await downloadToStream(source, context.stdout, { signal, onProgress });
      return;
    }
    const path = await targetOf(source.name, options);
    await downloadFile(source, path, { records, signal, onProgress });
    progress.end();
    note(context, 'saved', { path });
  } finally {
    progress.end();
  }
}

async function openPath(context: Context, path: string, options: Options): Promise<DownloadSource> {
  const { client, server } = await connect(context, options.server);
  if (path.endsWith('/')) throw new CommandError('get_directory', { path });
  return entrySource(client, server.url, path, context.signal);
}

async function openLink(
  context: Context,
  { kind, serverUrl, slug }: ShareLink,
  options: Options,
  records: DownloadRecords,
): Promise<DownloadSource> {
  const { signal } = context;
  const client = createGuestClient(context, serverUrl);
  const password = async () =>
    (await passwordOf(context, options.password)) ??
    ask(context, 'ask_share_password', { isHidden: 1 });
  if (kind === 'text') return textSource(client, serverUrl, slug, password, signal);
  const access = { client, serverUrl, slug, password, signal };
  const record = await records.find(fileShareId(access));
  const isWanted =
    record !== undefined &&
    options.output !== '-' &&
    resolve(await pathOf(record.name, options.output)) === record.path;
  return fileShareSource(access, isWanted ? record : undefined);
}

/**
 * Target path: the given one, a name in the given directory, or the file's own name in the current directory.
 */
async function pathOf(name: string, output: string | undefined): Promise<string> {
  if (output === undefined) return safeNameOf(name);
  const isDirectory = output.endsWith('/') || (await isDirectoryAt(output));
  return isDirectory ? join(output, safeNameOf(name)) : output;
}

/** @throws {CommandError} `file_exists`, because the sender chose the name and must not overwrite a file */
async function targetOf(name: string, { output, force }: Options): Promise<string> {
  const path = await pathOf(name, output);
  if (path !== output && !force && (await stat(path).catch(() => undefined))) {
    throw new CommandError('file_exists', { path });
  }
  // Fails before the download starts if the directory does not exist.
  await stat(dirname(path));
  return path;
}

async function isDirectoryAt(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
