import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type Client, isApiError } from '@satchel/api-client';
import type { Bundle } from '@satchel/api-client/contract/bundle-shapes';
import type { Command } from 'commander';
import { asDirectory, isMountPath, lastNameOf, mountPathOf } from '../arguments/mount-path.ts';
import { parseShareLink } from '../arguments/share-link.ts';
import {
  addPathShareOptions,
  expiryHoursOf,
  type PathShareOptions,
  passwordOf,
} from '../arguments/share-options.ts';
import { CommandError, usageError } from '../command-error.ts';
import type { Context } from '../context.ts';
import { connect } from '../session/connect.ts';
import { complain, note, printJson, printLine } from '../terminal/output.ts';
import { createProgress } from '../terminal/progress.ts';
import { announceFiles } from '../transfer/announce.ts';
import { walkItems } from '../transfer/bundle-items.ts';
import { findLocalFiles, type LocalFile, localNameOf } from '../transfer/local-files.ts';
import { createRecords } from '../transfer/records.ts';
import { missingFiles, sendFiles } from '../transfer/send-files.ts';
import { addExamples, type GlobalOptions } from './add-examples.ts';
import { shareFiles } from './share-file.ts';

type Options = PathShareOptions & GlobalOptions;

/** Paths of a command, by the place of their files. */
interface Sources {
  readonly local: readonly string[];
  readonly mounted: readonly string[];
}

/** Parts of a command that shares several files. */
interface Task {
  readonly context: Context;
  readonly client: Client;
  readonly serverUrl: string;
  readonly sources: Sources;
  readonly options: Options;
  readonly password: string | undefined;
}

export function configureShareCommand(command: Command, context: Context): void {
  command
    .description(context.say('share_description'))
    .usage('[options] <path...>\n       satchel share text|file …')
    .argument('<path...>', context.say('share_argument'))
    // Options behind `text` and `file` are theirs.
    .enablePositionalOptions()
    .action((paths: readonly string[], _options, self: Command) =>
      sharePaths(context, paths, self.optsWithGlobals<Options>()),
    );
  addPathShareOptions(command, context);
  addExamples(command, context, [
    'satchel share report.pdf photo.jpg',
    'satchel share photos --title "Summer" --expires 2w',
    'satchel share --into https://share.example.org/share/summer more.jpg',
    'satchel share :/archive/2026',
  ]);
}

async function sharePaths(
  context: Context,
  paths: readonly string[],
  options: Options,
): Promise<void> {
  const sources = {
    local: paths.filter((path) => !isMountPath(path)),
    mounted: paths.filter(isMountPath).map(mountPathOf),
  };
  // Finds a mistyped path before a link is made.
  const kinds = await Promise.all(sources.local.map((path) => stat(path)));
  const { message, sender, into } = options;
  const isBundle = Boolean(message || sender || into) || paths.length > 1;
  if (!isBundle && kinds[0]?.isDirectory() === false) return shareFiles(context, paths, options);
  const link = into === undefined ? undefined : bundleLinkOf(into, options);
  const { client, server } = await connect(context, options.server ?? link?.serverUrl);
  const password = await passwordOf(context, options.password);
  const task = { context, client, serverUrl: server.url, sources, options, password };
  const [mounted] = sources.mounted;
  if (paths.length === 1 && mounted !== undefined && !link) {
    return shareMounted(task, mounted, isBundle);
  }
  return shareBundle(task, paths, link?.slug);
}

function bundleLinkOf(into: string, options: Options) {
  const link = parseShareLink(into);
  if (link?.kind !== 'bundle') throw usageError('link_invalid', { link: into });
  const { slug, password, expires, views, title, message, sender } = options;
  const given = [slug, password, expires, views, title, message, sender];
  if (given.some((value) => value !== undefined)) throw usageError('into_options');
  return link;
}

/** Shares a folder of a mount as it is at each visit, or one file of a mount. Uploads nothing. */
async function shareMounted(task: Task, path: string, isBundle: boolean): Promise<void> {
  const { context, client, options, password } = task;
  const { signal } = context;
  const { isDirectory } =
    path === '/' ? { isDirectory: true } : await client.fs.get({ query: { path } }, { signal });
  if (isDirectory) return printLink(task, await createBundle(task, asDirectory(path)));
  if (isBundle) return shareBundle(task, [path], undefined);
  const { slug, views: max_views, title: remark } = options;
  const expires_in = expiryHoursOf(options);
  const body = { path, slug, password, expires_in, max_views, remark };
  return printLink(task, await client.fs.share({ body }, { signal }));
}

/** Makes one link to several files, prints it, and uploads the files that are not there yet. */
async function shareBundle(
  task: Task,
  paths: readonly string[],
  into: string | undefined,
): Promise<void> {
  const { context, client, sources } = task;
  const { signal, stateDirectory } = context;
  const records = createRecords(stateDirectory, 'sendings');
  const subject = subjectOf(task, paths);
  const files = await findLocalFiles(sources.local, (path) => note(context, 'left_out', { path }));
  if (files.length + sources.mounted.length === 0) throw usageError('nothing_to_share');
  const id = into ?? (await records.find(subject))?.id;
  const started = id === undefined ? undefined : await findStarted(task, id, into !== undefined);
  const bundle = started ?? (await createBundle(task, undefined, titleOf(task, paths)));
  if (into === undefined) await records.save(subject, { id: bundle.id });
  await printLink(task, bundle);
  const progress = createProgress(context);
  try {
    const stored = started ? await storedItems(task, bundle) : new Map<string, number | null>();
    await addMounted(task, bundle, stored);
    await uploadTo(task, bundle, missingFiles(files, stored), progress);
    await client.bundles.complete({ params: { id: bundle.id } }, { signal });
  } catch (error) {
    progress.end();
    note(context, 'continue_hint', { link: bundle.share_url });
    throw error;
  } finally {
    progress.end();
  }
  if (into === undefined) await records.remove(subject);
}

async function uploadTo(
  { context, client }: Task,
  { id }: Bundle,
  files: readonly LocalFile[],
  progress: ReturnType<typeof createProgress>,
): Promise<void> {
  if (files.length === 0) return;
  const announcer = await announceFiles(client, id, files, context.signal);
  try {
    // `override`, because a file that has changed since an earlier run replaces that run's.
    const share = { bundle_id: id, override: true };
    const onSent = announcer.report;
    await sendFiles({ context, client, progress, share, onSent }, files);
  } finally {
    await announcer.stop();
  }
}

/**
 * Identifies a command, so that the same one resumes. Leaves out the password, because nothing of it may be
 * stored.
 */
function subjectOf({ serverUrl, sources, options }: Task, paths: readonly string[]): string {
  const { slug, expires, views, title, message, sender } = options;
  const local = sources.local.map((path) => resolve(path));
  const own = [slug, expires, views, title, message, sender];
  return JSON.stringify([serverUrl, local, sources.mounted, paths.length, own]);
}

/** Title of a link: the typed one, or the name of the only folder. */
function titleOf({ options, sources }: Task, paths: readonly string[]): string | undefined {
  const [folder] = sources.local;
  if (options.title !== undefined || paths.length > 1 || folder === undefined) return options.title;
  return localNameOf(folder);
}

function createBundle(
  { context, client, options, password }: Task,
  path: string | undefined,
  title: string | undefined = options.title,
): Promise<Bundle> {
  const { slug, views: max_views, message, sender } = options;
  const expires_in = expiryHoursOf(options);
  const body = { path, title, message, sender, slug, password, expires_in, max_views };
  // The key lets the client repeat the call after a lost reply without making a second link.
  return client.bundles.create({ body }, { signal: context.signal, idempotencyKey: randomUUID() });
}

/** Bundle of an interrupted run, unless it is complete or gone; or the bundle that the user names. */
async function findStarted(
  { context, client, password }: Task,
  id: string,
  isNamed: boolean,
): Promise<Bundle | undefined> {
  const { signal } = context;
  try {
    const bundle = await client.bundles.get({ params: { id } }, { signal });
    if (isNamed) return bundle;
    if (bundle.state !== 'receiving') return undefined;
    if (password === undefined) return bundle;
    // The stored state has no password, so this run sets its own.
    return await client.bundles.update({ params: { id }, body: { password } }, { signal });
  } catch (error) {
    if (isNamed || !isApiError(error, 'bundles.not_found')) throw error;
    return undefined;
  }
}

async function storedItems({ context, client }: Task, { id }: Bundle) {
  const stored = new Map<string, number | null>();
  const { signal } = context;
  const read = (query: object) => client.bundles.listItems({ params: { id }, query }, { signal });
  for await (const { path, size } of walkItems(read, '')) stored.set(path, size);
  return stored;
}

/** Adds files and folders of mounts, except those that an earlier run has added. */
async function addMounted(
  { context, client, sources }: Task,
  { id }: Bundle,
  stored: ReadonlyMap<string, number | null>,
): Promise<void> {
  const tops = new Set([...stored.keys()].map((path) => path.split('/', 1)[0]));
  const paths = sources.mounted.filter((path) => !tops.has(lastNameOf(path)));
  if (paths.length === 0) return;
  const { signal } = context;
  const { failed } = await client.bundles.addItems({ params: { id }, body: { paths } }, { signal });
  for (const { id: path, error } of failed) complain(context, `:${path}: ${error}`);
  if (failed.length > 0) throw new CommandError('some_failed', { count: failed.length });
}

async function printLink(
  { context, options }: Task,
  reply: { readonly share_url: string },
): Promise<void> {
  await (options.json ? printJson(context, reply) : printLine(context, reply.share_url));
}
