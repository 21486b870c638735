import { LINK_TITLE_LENGTH } from '@satchel/api-client/contract/limits';
import type { ChosenFile } from '@satchel/multipart-uploader/drop';
import { copyText } from '@satchel/ui/actions/copy-button';
import i18next from 'i18next';
import { client } from '#shared/api/client.ts';
import { bundleShareUrl } from '#shared/shares/share-address.ts';
import { maxViewsOf } from '#shared/shares/share-options.ts';
import { tasks } from '#shared/tasks/tasks.ts';
import { readListsAgain } from '../upload-hooks.ts';
import { mimeTypeOf, type UploadOptions, type UploadRequest } from '../upload-requests.ts';
import { type BundleFile, bundleFilesOf, directoryOf } from './bundle-files.ts';
import { type BundleTask, createBundleTask, discardBundle } from './bundle-task.ts';
import { type BegunBundle, rememberBundle } from './unfinished-store.ts';

/** Whether files can share one link: several files, or those of a folder. */
export function canShareOneLink(chosen: readonly ChosenFile[]): boolean {
  return chosen.length > 1 || chosen.some(({ directory }) => directory !== '');
}

/**
 * Creates a bundle, shows and copies its link, announces the files and starts their uploads. Call it in the
 * user's event, because browsers allow the copy only then.
 *
 * @throws {ApiError} if the server refuses the bundle or the announcement; nothing is left of it then
 */
export async function startBundle(
  chosen: readonly ChosenFile[],
  options: UploadOptions,
): Promise<void> {
  const creating = client.bundles.create(
    { body: { ...bundleBody(options), title: titleOf(chosen, options) } },
    { idempotencyKey: crypto.randomUUID?.() },
  );
  const copying = copyText(creating.then(({ slug }) => bundleShareUrl(slug)));
  // The link has a button for copying, too.
  const isCopied = copying.then(
    () => true,
    () => false,
  );
  const { id, slug } = await creating;
  const title = titleOf(chosen, options) ?? namesOf(chosen);
  const bundle = { id, title, storage: options.storage };
  rememberBundle(bundle);
  const files = bundleFilesOf(chosen);
  const { task, begin } = createBundleTask({
    bundleId: id,
    title,
    link: bundleShareUrl(slug),
    requests: files.map((file) => requestOf(file, bundle)),
    stored: { count: 0, bytes: 0 },
    missing: { count: 0, bytes: 0 },
  });
  tasks.add([task]);
  void isCopied.then((isLinkCopied) => tasks.update<BundleTask>(task.id, { isLinkCopied }));
  try {
    await begin();
  } catch (error) {
    tasks.remove([task.id]);
    // A bundle that could not be deleted appears among the unfinished ones.
    await discardBundle(id).catch(() => undefined);
    throw error;
  } finally {
    void readListsAgain();
  }
}

/** The upload of a file into a bundle. */
export function requestOf(
  { file, path }: BundleFile,
  { id, storage }: Pick<BegunBundle, 'id' | 'storage'>,
): UploadRequest & { readonly file: File } {
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
function titleOf(chosen: readonly ChosenFile[], { remark }: UploadOptions): string | null {
  if (remark) return remark;
  const folders = new Set(chosen.map(({ directory }) => directory.split('/')[0] ?? ''));
  const [folder = ''] = folders;
  return folders.size === 1 && folder !== '' ? folder.slice(0, LINK_TITLE_LENGTH) : null;
}

/** Name of the first file with the number of the others. */
function namesOf(chosen: readonly ChosenFile[]): string {
  const name = chosen[0]?.file.name ?? '';
  return i18next.t('file-shares:bundle.named', { name, count: chosen.length - 1 });
}
