import { access, constants, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { isApiError } from '@satchel/api-client';
import type { Command } from 'commander';
import { lastNameOf, mountPathOf } from '../arguments/mount-path.ts';
import { parseShareLink, type ShareLink } from '../arguments/share-link.ts';
import { passwordOf } from '../arguments/share-options.ts';
import { CommandError, usageError } from '../command-error.ts';
import type { Context } from '../context.ts';
import { connect, createGuestClient } from '../session/connect.ts';
import { note, resumable } from '../terminal/output.ts';
import { createProgress } from '../terminal/progress.ts';
import { ask } from '../terminal/prompt.ts';
import { archiveSource, findBundle, itemSource } from '../transfer/bundle-visit.ts';
import { type DownloadSource, downloadFile, downloadToStream } from '../transfer/download.ts';
import { saveFolder } from '../transfer/download-bundle.ts';
import { createRecords } from '../transfer/records.ts';
import { safeNameOf, safeTitleOf } from '../transfer/safe-name.ts';
import { entrySource, fileShareId, fileShareSource, textSource } from '../transfer/sources.ts';
import { addExamples, type GlobalOptions } from './add-examples.ts';

interface Options extends GlobalOptions {
  /** `-` for the standard output. */
  readonly output?: string;
  readonly password?: string;
  readonly force?: true;
  /** Downloads a bundle as one archive. */
  readonly zip?: true;
}

export function addGetCommand(program: Command, context: Context): void {
  const command = program
    .command('get')
    .description(context.say('get_description'))
    .argument('<link-or-path>', context.say('get_argument'))
    .option('-o, --output <file>', context.say('option_output'))
    .option('-p, --password <password>', context.say('option_share_password'))
    .option('-f, --force', context.say('option_force'))
    .option('-z, --zip', context.say('option_zip'))
    .action((subject: string, _options, self: Command) =>
      get(context, subject, self.optsWithGlobals<Options>()),
    );
  addExamples(command, context, [
    'satchel get https://share.example.org/file/report',
    'satchel get https://share.example.org/paste/notes | less',
    'satchel get https://share.example.org/share/summer -o photos',
    'satchel get /photos/2026/beach.jpg -o wallpaper.jpg',
    'satchel get /backups/monday.tar -o - | tar x',
  ]);
}

async function get(context: Context, subject: string, options: Options): Promise<void> {
  const link = parseShareLink(subject);
  if (!link && /^[a-z][a-z+.-]*:\/\//i.test(subject)) {
    throw usageError('link_invalid', { link: subject });
  }
  if (link?.kind === 'request') throw usageError('link_is_request', { link: subject });
  if (link?.kind === 'bundle') return getBundle(context, link, options);
  const source = link
    ? await openLink(context, link, options)
    : await openPath(context, mountPathOf(subject), options);
  if (options.output === '-' || (link?.kind === 'text' && options.output === undefined)) {
    return print(context, source);
  }
  const path = await targetOf(source.name, options);
  await resumable(context, () => save(context, source, path));
}

async function print(context: Context, source: DownloadSource): Promise<void> {
  const progress = createProgress(context);
  const { signal } = context;
  const onProgress = (bytes: number, totalBytes: number) =>
    progress.update(source.name, bytes, totalBytes);
  try {
    await downloadToStream(source, context.stdout, { signal, onProgress });
  } finally {
    progress.end();
  }
}

async function save(context: Context, source: DownloadSource, path: string): Promise<void> {
  const progress = createProgress(context);
  const { signal, stateDirectory } = context;
  const onProgress = (bytes: number, totalBytes: number) =>
    progress.update(source.name, bytes, totalBytes);
  const records = createRecords(stateDirectory, 'downloads');
  try {
    await downloadFile(source, path, { records, signal, onProgress });
  } finally {
    progress.end();
  }
  note(context, 'saved', { path });
}

/** Downloads the files of a bundle into a folder, one of them, or all as an archive. */
async function getBundle(context: Context, link: ShareLink, options: Options): Promise<void> {
  const { signal, stateDirectory } = context;
  const { serverUrl, slug, folder, file } = link;
  const { output, zip } = options;
  const isFolder = !zip && file === undefined;
  if (isFolder && output === '-') throw usageError('needs_zip');
  const client = createGuestClient(context, serverUrl);
  const access = { client, serverUrl, slug, password: askOnce(context, options), signal };
  const visits = createRecords(stateDirectory, 'visits');
  const subject = JSON.stringify([serverUrl, slug, folder, file, zip, resolve(output ?? '')]);
  const record = await visits.find(subject);
  const visit = await findBundle(access, record);
  const title = folder === undefined ? visit.bundle?.title : lastNameOf(folder);
  const name = safeTitleOf(title, slug);
  const source = zip
    ? archiveSource(access, visit, name, folder)
    : itemSource(access, visit, file ?? '', true);
  if (output === '-') return print(context, source);
  const findTarget = isFolder ? folderFor : targetOf;
  const path = record?.path ?? resolve(await findTarget(isFolder ? name : source.name, options));
  await visits.save(subject, { ...(await visit.grant()), path });
  const target = { access, visit, folder, isForced: options.force };
  await resumable(context, () =>
    isFolder ? saveFolder(context, target, path) : save(context, source, path),
  );
  // The record of an incomplete bundle lets a later run continue in the same folder.
  if (visit.bundle?.state === 'receiving' && isFolder) note(context, 'still_receiving');
  else await visits.remove(subject);
}
async function openPath(context: Context, path: string, options: Options): Promise<DownloadSource> {
  const { client, server } = await connect(context, options.server);
  if (path.endsWith('/')) throw new CommandError('get_directory', { path });
  const { signal } = context;
  const source = entrySource(client, server.url, path, signal);
  return {
    ...source,
    async open(headers) {
      try {
        return await source.open(headers);
      } catch (error) {
        if (!isApiError(error, 'file_system.not_found')) throw error;
        const entry = await client.fs.get({ query: { path } }, { signal }).catch(() => undefined);
        throw entry?.isDirectory ? new CommandError('get_directory', { path }) : error;
      }
    },
  };
}

async function openLink(
  context: Context,
  { kind, serverUrl, slug }: ShareLink,
  options: Options,
): Promise<DownloadSource> {
  const { signal, stateDirectory } = context;
  const client = createGuestClient(context, serverUrl);
  const password = askOnce(context, options);
  if (kind === 'text') return textSource(client, serverUrl, slug, password, signal);
  const access = { client, serverUrl, slug, password, signal };
  const record = await createRecords(stateDirectory, 'downloads').find(fileShareId(access));
  const isWanted =
    record !== undefined &&
    options.output !== '-' &&
    resolve(await pathOf(record.name, options.output)) === record.path;
  return fileShareSource(access, isWanted ? record : undefined);
}

/** Password of a share: as typed, from the environment, or asked for, once per command. */
function askOnce(context: Context, options: Options): () => Promise<string> {
  let asking: Promise<string> | undefined;
  const find = async () =>
    (await passwordOf(context, options.password)) ??
    ask(context, 'ask_share_password', { isHidden: 1 });
  return () => {
    asking ??= find();
    return asking;
  };
}

/** Folder for the files of a bundle. Its sender chose the name, and must not add files to a folder. */
async function folderFor(name: string, { output, force }: Options): Promise<string> {
  if (output !== undefined) return output;
  if (!force && (await stat(name).catch(() => undefined))) {
    throw new CommandError('folder_exists', { path: name });
  }
  return name;
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
  const target = await stat(path).catch(() => undefined);
  if (path !== output && !force && target) throw new CommandError('file_exists', { path });
  // Fails before the download starts, because a share for one view is used up by it.
  const isReplaced = target === undefined || target.isFile() || target.isDirectory();
  await access(dirname(path), isReplaced ? constants.W_OK : constants.F_OK);
  return path;
}

async function isDirectoryAt(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
