import {
  abortUrlMultipart,
  cancelUrlUpload,
  commitUrlUpload,
  completeUrlMultipart,
  initUrlMultipart,
  presignUrlUpload,
  readThroughUrlProxy,
  readUrlInfo,
} from '@satchel/api-client/contract/url-uploads';
import { serverMessage } from '@satchel/api-client/server-messages';
import type { FastifyRequest } from 'fastify';
import { setContentHeaders } from '#http/content/content-headers.ts';
import {
  type Call,
  type HttpDependencies,
  mountEndpoint,
  mountStreamEndpoint,
} from '#http/contract/mount-endpoint.ts';
import type { RequestContext } from '#http/contract/request-context.ts';
import type { FileSharePresenter, UrlUploadService, Visit } from './service.ts';

export interface UrlUploadRouteDependencies {
  readonly urlUploads: UrlUploadService;
  readonly present: FileSharePresenter;
}

export function urlUploadRoutes(
  http: HttpDependencies,
  dependencies: UrlUploadRouteDependencies,
): void {
  sourceRoutes(http, dependencies);
  uploadRoutes(http, dependencies);
  multipartRoutes(http, dependencies);
}

function visitOf({
  origin,
  signal,
  request,
}: RequestContext & { readonly request: FastifyRequest }): Visit {
  return { origin, signal, localPort: request.socket.localPort };
}

function sourceRoutes(
  http: HttpDependencies,
  { urlUploads, present }: UrlUploadRouteDependencies,
): void {
  mountEndpoint(http, readUrlInfo, async (call) => {
    const { url } = call.body;
    const source = await urlUploads.probeForReading(url, visitOf(call));
    const named = await present.named(source.filename);
    return {
      ...named,
      url,
      contentType: source.contentType ?? named.contentType,
      size: source.size ?? null,
      lastModified: source.lastModified ?? null,
      method: source.method,
      corsSupported: source.corsSupported,
    };
  });

  const readSource = async (call: Call<typeof readThroughUrlProxy>) => {
    const { query, isHead, reply } = call;
    const source = await urlUploads.read(query.url, isHead ? 'HEAD' : 'GET', visitOf(call));
    const { filename, contentType: byName } = await present.named(source.filename);
    const contentType = source.contentType ?? byName;
    // External content is only ever downloaded, so that it never becomes a page of ours (SECURITY 4).
    setContentHeaders(reply, { filename, contentType, isDownload: true });
    reply.header('accept-ranges', 'none').header('cache-control', 'private, no-store');
    if (source.size !== undefined) reply.header('content-length', source.size);
    if (!isHead) return reply.send(source.body);
    source.body.destroy();
    return reply.send();
  };
  mountStreamEndpoint(http, readThroughUrlProxy, readSource, {
    admit: ({ query, method }) =>
      urlUploads.admit((query as { url?: unknown }).url, method === 'HEAD' ? 'HEAD' : 'GET'),
  });
}

function uploadRoutes(
  http: HttpDependencies,
  { urlUploads, present }: UrlUploadRouteDependencies,
): void {
  mountEndpoint(http, presignUrlUpload, async (call) => {
    const { caller, body, origin } = call;
    const upload = await urlUploads.presign(caller, body, visitOf(call));
    const { corsSupported } = upload;
    return {
      ...present.reservation(upload, origin),
      upload_url: upload.urls[0]?.url ?? '',
      filename: upload.share.filename,
      ...(corsSupported === undefined ? {} : { corsSupported }),
      sourceUrl: body.url,
    };
  });

  mountEndpoint(http, commitUrlUpload, async ({ caller, body, origin, signal }) =>
    present.committed(await urlUploads.commit(caller, body, signal), origin),
  );

  mountEndpoint(http, cancelUrlUpload, async ({ caller, body, language }) => {
    await urlUploads.discard(caller, body.file_id);
    // Older clients show the sentence (CONTRACT F8).
    const message = serverMessage('url_uploads.cancelled', language);
    return { file_id: body.file_id, status: 'cancelled' as const, message };
  });
}

function multipartRoutes(
  http: HttpDependencies,
  { urlUploads, present }: UrlUploadRouteDependencies,
): void {
  mountEndpoint(http, initUrlMultipart, async (call) => {
    const { caller, body, origin } = call;
    const upload = await urlUploads.initMultipart(caller, body, visitOf(call));
    const {
      storage_path,
      s3_url,
      provider_type: _,
      ...reserved
    } = present.reservation(upload, origin);
    const { corsSupported } = upload;
    return {
      ...reserved,
      storagePath: storage_path,
      s3Url: s3_url,
      upload_id: upload.uploadId,
      presigned_urls: [...upload.urls],
      partSize: upload.partSize,
      totalSize: upload.size,
      partCount: upload.partCount,
      filename: upload.share.filename,
      ...(corsSupported === undefined ? {} : { corsSupported }),
      sourceUrl: body.url,
    };
  });

  mountEndpoint(http, completeUrlMultipart, async ({ caller, body, origin, signal }) => {
    const reference = { fileId: body.file_id, uploadId: body.upload_id };
    const parts = body.parts.map(({ PartNumber, ETag }) => ({
      partNumber: PartNumber,
      etag: ETag,
    }));
    const joined = await urlUploads.completeMultipart(caller, reference, parts, signal);
    const { slug, filename, size, etag, url, share_url, type, typeName } = await present.committed(
      joined,
      origin,
    );
    const s3Url = present.reservation(joined, origin).s3_url;
    const fileId = joined.share.id;
    return {
      success: true as const,
      fileId,
      slug,
      filename,
      size,
      etag,
      url,
      share_url,
      s3Url,
      type,
      typeName,
    };
  });

  mountEndpoint(http, abortUrlMultipart, async ({ caller, body, language }) => {
    await urlUploads.discard(caller, body.file_id, body.upload_id);
    const message = serverMessage('url_uploads.cancelled', language);
    return { success: true as const, message, fileId: body.file_id };
  });
}
