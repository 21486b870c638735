import type { ShareUploadOptions } from '@satchel/api-client';
import type { ChosenFile } from '@satchel/multipart-uploader/drop';
import { fileTypeOf } from '#shared/file-types/file-types.ts';
import { createOwnedAtom } from '#shared/session/owned-atom.ts';
import { createStoredAtom } from '#shared/session/stored-atom.ts';
import { maxViewsOf, NO_OPTIONS, type ShareOptions } from '#shared/shares/options/share-options.ts';
import type { RemoteFile } from './remote-file.ts';

/** Options of a file upload, as typed (SPEC 3). */
export interface UploadOptions extends ShareOptions {
  path: string;
  /** Null for the server's default, until the user chooses. */
  useProxy: boolean | null;
  /** Id of the storage, '' for the default one. */
  storage: string;
  /** Message to the visitors of a bundle. */
  message: string;
  /** Name that visitors of a bundle see. */
  sender: string;
}

const NO_UPLOAD_OPTIONS: UploadOptions = {
  ...NO_OPTIONS,
  path: '',
  useProxy: null,
  storage: '',
  message: '',
  sender: '',
};

/** Options of the next upload. They persist when the user visits other pages. */
export const uploadOptions = createOwnedAtom(() => NO_UPLOAD_OPTIONS);

/** Whether several files get one link for all of them, or one each. */
export type LinkMode = 'one' | 'each';

/** The user's choice; `one` until then. */
export const linkMode = createStoredAtom(
  'satchel-upload-links',
  (stored): LinkMode => (stored === 'each' ? 'each' : 'one'),
);

export type ShareMetadata = NonNullable<ShareUploadOptions['share']>;

export interface UploadRequest {
  readonly file: File | RemoteFile;
  readonly share: ShareMetadata;
  /** Folder that contained the file, '' for none. */
  readonly directory: string;
}

/**
 * Creates the upload requests. Links must differ, so one slug for several files becomes slug-1, slug-2 and so
 * on (CONTRACT F11).
 */
export function requestsOf(chosen: readonly ChosenFile[], options: UploadOptions): UploadRequest[] {
  return chosen.map(({ file, directory }, index) => ({
    file,
    directory,
    share: {
      ...metadataOf(options, directory),
      slug: options.slug ? slugOf(options.slug, index, chosen.length) : null,
      mimetype: mimeTypeOf(file),
    },
  }));
}

/** Metadata that the client sends with a file. */
export function metadataOf(options: UploadOptions, directory = '') {
  return {
    slug: options.slug || null,
    path: pathOf(options.path, directory),
    remark: options.remark || null,
    password: options.password || null,
    expires_in: Number(options.expiryHours),
    max_views: maxViewsOf(options.maxViews),
    use_proxy: options.useProxy,
    s3_config_id: options.storage || null,
  };
}

/**
 * Options of the next upload. Clears link, password, title and message, because they belong to one share.
 *
 * @param sent options of the started upload; what was typed since then stays
 */
export function optionsAfter(options: UploadOptions, sent = options): UploadOptions {
  const isSent = (name: 'slug' | 'password' | 'remark' | 'message') => options[name] === sent[name];
  return {
    ...options,
    ...(isSent('slug') && { slug: '' }),
    ...(isSent('password') && { password: '' }),
    ...(isSent('remark') && { remark: '' }),
    ...(isSent('message') && { message: '' }),
  };
}

/**
 * Media type of a file. Markdown is sent as text/markdown, because many systems have no type for it (SPEC 3).
 */
export function mimeTypeOf(file: { name: string; type: string }): string {
  return fileTypeOf(file.name)?.preview === 'markdown' ? 'text/markdown' : file.type;
}

function slugOf(slug: string, index: number, count: number): string {
  return count === 1 ? slug : `${slug}-${index + 1}`;
}

function pathOf(path: string, directory: string): string | null {
  const segments = `${path}/${directory}`.split('/').filter((segment) => segment !== '');
  return segments.length > 0 ? segments.join('/') : null;
}
