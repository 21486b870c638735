import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { type Client, isApiError, withRetries } from '@satchel/api-client';
import type { Bundle } from '@satchel/api-client/contract/bundle-shapes';
import { lastNameOf } from '../arguments/mount-path.ts';
import { expiryHoursOf, type PathShareOptions } from '../arguments/share-options.ts';
import { CommandError, usageError } from '../command-error.ts';
import type { Context } from '../context.ts';
import { withoutControls } from '../terminal/controls.ts';
import { complain, note, printJson, printLine } from '../terminal/output.ts';
import { createProgress } from '../terminal/progress.ts';
import { announceFiles } from './announce.ts';
import { walkItems } from './bundle-items.ts';
import { findLocalFiles, type LocalFile, localNameOf } from './local-files.ts';
import { createRecords } from './records.ts';
import { missingFiles, sendFiles } from './send-files.ts';
import { createFileStore, removeRecordsOf } from './upload-store.ts';

/** Paths of a command, by the place of their files. */
interface Sources {
  readonly local: readonly string[];
  readonly mounted: readonly string[];
}

/** Command that shares paths. */
export interface ShareTask {
  readonly context: Context;
  readonly client: Client;
  readonly serverUrl: string;
  readonly sources: Sources;
  readonly options: PathShareOptions;
  readonly password: string | undefined;
}

/** Makes one link to several files, prints it, and uploads the files that are not there yet. */
export async function shareBundle(
  task: ShareTask,
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
    const complete = () => client.bundles.complete({ params: { id: bundle.id } }, { signal });
    await withRetries(complete, signal);
  } catch (error) {
    progress.end();
    note(context, 'continue_hint', { link: bundle.share_url });
    throw error;
  } finally {
    progress.end();
  }
  if (into === undefined) await records.remove(subject);
  const store = createFileStore(stateDirectory, task.serverUrl);
  await removeRecordsOf(store, bundle.id, new Set(files.map(({ itemPath }) => itemPath)));
}

async function uploadTo(
  { context, client }: ShareTask,
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
function subjectOf({ serverUrl, sources, options }: ShareTask, paths: readonly string[]): string {
  const { slug, expires, views, title, message, sender } = options;
  const local = sources.local.map((path) => resolve(path));
  const own = [slug, expires, views, title, message, sender];
  return JSON.stringify([serverUrl, local, sources.mounted, paths.length, own]);
}

/** Title of a link: the typed one, or the name of the only folder. */
function titleOf({ options, sources }: ShareTask, paths: readonly string[]): string | undefined {
  const [folder] = sources.local;
  if (options.title !== undefined || paths.length > 1 || folder === undefined) return options.title;
  return localNameOf(folder);
}

export function createBundle(
  { context, client, options, password }: ShareTask,
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
  { context, client, password }: ShareTask,
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

async function storedItems({ context, client }: ShareTask, { id }: Bundle) {
  const stored = new Map<string, number | null>();
  const { signal } = context;
  const read = (query: object) => client.bundles.listItems({ params: { id }, query }, { signal });
  for await (const { path, size } of walkItems(read, '')) stored.set(path, size);
  return stored;
}

/** Adds files and folders of mounts, except those that an earlier run has added. */
async function addMounted(
  { context, client, sources }: ShareTask,
  { id }: Bundle,
  stored: ReadonlyMap<string, number | null>,
): Promise<void> {
  const tops = new Set([...stored.keys()].map((path) => path.split('/', 1)[0]));
  const paths = sources.mounted.filter((path) => !tops.has(lastNameOf(path)));
  if (paths.length === 0) return;
  const { signal } = context;
  const { failed } = await client.bundles.addItems({ params: { id }, body: { paths } }, { signal });
  for (const { id: path, error } of failed)
    complain(context, withoutControls(`:${path}: ${error}`));
  if (failed.length > 0) throw new CommandError('some_failed', { count: failed.length });
}

export async function printLink(
  { context, options }: ShareTask,
  reply: { readonly share_url: string },
): Promise<void> {
  await (options.json ? printJson(context, reply) : printLine(context, reply.share_url));
}
