import type { ShareUploadOptions } from '@satchel/api-client';
import type { ChosenFile } from '@satchel/multipart-uploader/drop';
import { fileTypeOf } from '#shared/file-types/file-types.ts';
import { createOwnedAtom } from '#shared/session/owned-atom.ts';
import { maxViewsOf, NO_OPTIONS, type ShareOptions } from '#shared/shares/share-options.ts';
import type { RemoteFile } from './remote-file.ts';

/** The options of a file upload, as typed (SPEC 3). */
export interface UploadOptions extends ShareOptions {
  path: string;
  /** Null until the visitor chooses, for the server's default. */
  useProxy: boolean | null;
  /** The id of the storage, '' for the default one. */
  storage: string;
}

const NO_UPLOAD_OPTIONS: UploadOptions = { ...NO_OPTIONS, path: '', useProxy: null, storage: '' };

/** The options of the next upload. They are there after a visit elsewhere, too. */
export const uploadOptions = createOwnedAtom(() => NO_UPLOAD_OPTIONS);

export type ShareMetadata = NonNullable<ShareUploadOptions['share']>;

export interface UploadRequest {
  readonly file: File | RemoteFile;
  readonly share: ShareMetadata;
  /** The folder that it came in, '' for none. */
  readonly directory: string;
}

/** One slug for several files becomes slug-1, slug-2 and so on, as links must differ (CONTRACT F11). */
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

/** Metadata that is sent with a file. */
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

/** Options that the next upload starts with. Link, password and title belong to one share and are cleared. */
export function optionsAfter(options: UploadOptions): UploadOptions {
  return { ...options, slug: '', password: '', remark: '' };
}

/** Markdown is sent as text/markdown, because many systems have no type for it (SPEC 3). */
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
