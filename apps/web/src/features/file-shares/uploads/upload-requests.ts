import { maxViewsOf, type ShareOptions } from '#shared/shares/share-options.ts';
import type { ChosenFile } from './chosen-files.ts';
import type { UploadRequest } from './upload-queue.ts';

/** The options of a file upload, as typed (SPEC 3). */
export interface UploadOptions extends ShareOptions {
  path: string;
  /** Null until the visitor chooses, for the server's default. */
  useProxy: boolean | null;
}

/** One slug for several files becomes slug-1, slug-2 and so on, as links must differ (CONTRACT F11). */
export function requestsOf(chosen: readonly ChosenFile[], options: UploadOptions): UploadRequest[] {
  return chosen.map(({ file, directory }, index) => ({
    file,
    metadata: {
      slug: options.slug ? slugOf(options.slug, index, chosen.length) : null,
      path: pathOf(options.path, directory),
      remark: options.remark || null,
      password: options.password || null,
      expires_in: Number(options.expiryHours),
      max_views: maxViewsOf(options.maxViews),
      use_proxy: options.useProxy,
    },
  }));
}

function slugOf(slug: string, index: number, count: number): string {
  return count === 1 ? slug : `${slug}-${index + 1}`;
}

function pathOf(path: string, directory: string): string | null {
  const segments = `${path}/${directory}`.split('/').filter((segment) => segment !== '');
  return segments.length > 0 ? segments.join('/') : null;
}
