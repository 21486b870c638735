import { LINK_TITLE_LENGTH } from '@satchel/api-client/contract/limits';
import { copyText } from '@satchel/ui/actions/copy-button';
import { showToast } from '@satchel/ui/feedback/toast-store';
import i18next from 'i18next';
import { client } from '#shared/api/client.ts';
import { once } from '#shared/api/once.ts';
import { directoryOf } from '#shared/format/item-path.ts';
import { afterPaint } from '#shared/loading/after-paint.ts';
import { maxViewsOf } from '#shared/shares/options/share-options.ts';
import { newLinkOf, showResult } from '#shared/shares/result/share-result.ts';
import { bundleShareUrl } from '#shared/shares/share-address.ts';
import { tasks } from '#shared/tasks/tasks.ts';
import type { Chosen, ReadingDrop, WaitingFile } from '#shared/uploads/choosing/chosen-files.ts';
import { readListsAgain } from '../upload-hooks.ts';
import { mimeTypeOf, type UploadOptions } from '../upload-requests.ts';
import type { FileRequest } from './announcements.ts';
import { type BundleFile, bundleFilesOf } from './bundle-files.ts';
import { amountOf, type BundleTask, createBundleTask, discardBundle } from './bundle-task.ts';
import { type BegunBundle, rememberBundle } from './unfinished-store.ts';

/** Files and folders that become one link. */
export interface BundleSource extends Chosen {
  /** Maximum size of a file; larger ones stay in the form. */
  readonly maxBytes: number;
}

/** Whether files can share one link: several files, or those of a folder. */
export function canShareOneLink({ files, drops }: Chosen): boolean {
  const entries = entriesOf(drops);
  return (
    files.length + entries.length > 1 ||
    files.some(({ directory }) => directory !== '') ||
    entries.some(({ isFolder }) => isFolder)
  );
}

/**
 * Creates a bundle, shows and copies its link, then announces the files and starts their uploads. Folders may
 * still be read meanwhile. Call it in the user's event, because browsers allow the copy only then.
 *
 * @returns the files that have left the form; none if the user has cancelled or there was no file
 * @throws {ApiError} if the server refuses the bundle or the announcement; nothing is left of it then
 */
export async function startBundle(
  source: BundleSource,
  options: UploadOptions,
): Promise<readonly WaitingFile[]> {
  const title = titleOf(source, options);
  const creating = client.bundles.create({ body: { ...bundleBody(options), title } }, once());
  const copying = copyText(creating.then(({ slug }) => bundleShareUrl(slug)));
  // Avoids an "unhandled rejection" if the server refuses the bundle.
  copying.catch(() => undefined);
  const share = newLinkOf('bundle', await creating);
  const { id } = share;
  const bundle = { id, title: title ?? namesOf(source), storage: options.storage };
  const none = { count: 0, bytes: 0 };
  const { task, begin } = createBundleTask({
    share,
    title: bundle.title,
    ...{ known: amountOf(source.files), stored: none, missing: none },
    isReading: source.drops.length > 0,
  });
  tasks.add([task]);
  showResult({ taskId: task.id, copying });
  try {
    // Lets the browser paint the link first, because the user waits for it.
    await afterPaint();
    rememberBundle(bundle);
    const files = await filesOf(source);
    const requests = bundleFilesOf(files).map((file) => requestOf(file, bundle));
    if (requests.length > 0) return (await begin(requests)) ? files : [];
    // Another reason for no files is that the user has cancelled the bundle.
    if (tasks.get(task.id)) await endEmpty(task);
    return [];
  } catch (error) {
    tasks.remove([task.id]);
    // A bundle that could not be deleted appears among the unfinished ones.
    await discardBundle(id).catch(() => undefined);
    throw error;
  } finally {
    void readListsAgain();
  }
}

async function filesOf({ files, drops, maxBytes }: BundleSource): Promise<readonly WaitingFile[]> {
  const dropped = (await Promise.all(drops.map(({ read }) => read))).flat();
  return [...files, ...dropped.filter(({ file }) => file.size <= maxBytes)];
}

/** Deletes a bundle without files, and says so, because its link is in the clipboard. */
async function endEmpty({ id, bundleId, title }: BundleTask): Promise<void> {
  tasks.remove([id]);
  await discardBundle(bundleId);
  showToast('error', i18next.t('file-shares:bundle.empty', { name: title }));
}

/** The upload of a file into a bundle. */
export function requestOf(
  { file, path }: BundleFile,
  { id, storage }: Pick<BegunBundle, 'id' | 'storage'>,
): FileRequest {
  return {
    file,
    directory: directoryOf(path),
    share: {
      bundle_id: id,
      relative_path: path,
      mimetype: mimeTypeOf(file),
      s3_config_id: storage || null,
    },
  };
}

function bundleBody(options: UploadOptions) {
  return {
    slug: options.slug || null,
    message: options.message || null,
    sender: options.sender || null,
    password: options.password || null,
    expires_in: Number(options.expiryHours),
    max_views: maxViewsOf(options.maxViews),
    use_proxy: options.useProxy,
  };
}

/** Title as typed, or the name of the only folder; null if the visitors see none. */
function titleOf({ files, drops }: BundleSource, { remark }: UploadOptions): string | null {
  if (remark) return remark;
  const folders = new Set([
    ...files.map(({ directory }) => directory.split('/')[0] ?? ''),
    ...entriesOf(drops).map(({ name, isFolder }) => (isFolder ? name : '')),
  ]);
  const [folder = ''] = folders;
  return folders.size === 1 && folder !== '' ? folder.slice(0, LINK_TITLE_LENGTH) : null;
}

/** Name of the first file or folder with the number of the others. */
function namesOf({ files, drops }: BundleSource): string {
  const names = [
    ...files.map(({ file }) => file.name),
    ...entriesOf(drops).map(({ name }) => name),
  ];
  const [name = ''] = names;
  return i18next.t('file-shares:bundle.named', { name, count: names.length - 1 });
}

function entriesOf(drops: readonly ReadingDrop[]) {
  return drops.flatMap(({ entries }) => entries);
}
