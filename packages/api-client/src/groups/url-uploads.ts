import type { ApiClient } from '../client.ts';
import type * as contract from '../contract/url-uploads.ts';
import { type CallsOf, groupOf } from './bind-calls.ts';

/** The calls of {@link UrlUploads} and their declarations. */
export interface UrlUploadsCalls {
  /** Name, type and size of the file at an address. */
  readonly info: typeof contract.readUrlInfo;
  /** The file at an address, for browsers that may not read it themselves. */
  readonly proxy: typeof contract.readThroughUrlProxy;
  /** Reserve a file share for the file at an address. */
  readonly presign: typeof contract.presignUrlUpload;
  /** Publish a file that came from an address. */
  readonly commit: typeof contract.commitUrlUpload;
  /** Reserve a file share for the file at an address and start a multipart upload. */
  readonly initMultipart: typeof contract.initUrlMultipart;
  /** Join the parts of a file that came from an address and publish it. */
  readonly completeMultipart: typeof contract.completeUrlMultipart;
  /** Drop the multipart upload of a file that came from an address. */
  readonly abortMultipart: typeof contract.abortUrlMultipart;
  /** Drop the upload of a file that came from an address. */
  readonly cancel: typeof contract.cancelUrlUpload;
}

/** Files that come from an address. Made by {@link createUrlUploads}. */
export type UrlUploads = CallsOf<UrlUploadsCalls>;

/**
 * Files that come from an address.
 *
 * @example
 * const { filename, size } = await createUrlUploads(api).info({ body: { url } });
 */
export const createUrlUploads: (api: ApiClient) => UrlUploads =
  /* @__PURE__ */ groupOf<UrlUploadsCalls>({
    info: 'POST url/info',
    proxy: 'GET url/proxy stream',
    presign: 'POST url/presign',
    commit: 'POST url/commit',
    initMultipart: 'POST url/multipart/init',
    completeMultipart: 'POST url/multipart/complete',
    abortMultipart: 'POST url/multipart/abort',
    cancel: 'POST url/cancel',
  });
