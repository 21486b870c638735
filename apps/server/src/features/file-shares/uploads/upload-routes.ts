import { uploadOptions } from '@satchel/api-client/contract/file-share-upload-shapes';
import {
  abortFileShareMultipart,
  commitFileShare,
  completeFileShareMultipart,
  initFileShareMultipart,
  listFileShareParts,
  presignFileShare,
  signFileShareParts,
  uploadFileShareDirect,
  uploadFileShareForm,
} from '@satchel/api-client/contract/file-share-uploads';
import { z } from 'zod';
import { sharePasswordOf } from '#http/content/share-content.ts';
import { readUploadForm } from '#http/content/upload-form.ts';
import { replyWithShare } from '#http/contract/envelope.ts';
import { InvalidInputError } from '#http/contract/error-handler.ts';
import {
  type HttpDependencies,
  mountEndpoint,
  mountStreamEndpoint,
} from '#http/contract/mount-endpoint.ts';
import { refuseNul } from '#http/contract/parse-input.ts';
import { assertWholeBody, contentLengthOf } from '#http/contract/request-context.ts';
import type { FileSharePresenter } from '../presenter.ts';
import type { FileShareService } from '../service.ts';
import type { Reservation } from './reservations.ts';
import { createResumableUpload } from './resumable/resumable-routes.ts';

const optionsSchema = z.object(uploadOptions);

export function fileShareUploadRoutes(
  http: HttpDependencies,
  { uploads }: FileShareService,
  present: FileSharePresenter,
): void {
  mountEndpoint(http, presignFileShare, async (call) => {
    const { caller, body, origin, signal } = call;
    const upload = await uploads.presign(caller, body, origin, signal);
    const [part] = http.commitUrls.offer(call, { ...upload, size: body.size }, commitOf(upload));
    const { url = '', commits } = part ?? {};
    return { ...present.reservation(upload, origin), upload_url: url, commits };
  });

  mountEndpoint(http, commitFileShare, async ({ caller, body, origin, signal }) =>
    present.committed(await uploads.commit(caller, body, signal), origin),
  );
}

/** Routes whose body is the file itself. */
export function fileShareStreamRoutes(
  http: HttpDependencies,
  { uploads, resumable }: FileShareService,
  present: FileSharePresenter,
): void {
  const createResumable = createResumableUpload(resumable, present);

  mountStreamEndpoint(http, uploadFileShareDirect, async (call) => {
    const { caller, params, query, request, signal } = call;
    assertWholeBody(request);
    if (await createResumable(call, params.filename)) return call.reply;
    const password = sharePasswordOf(request, query.password ?? undefined);
    const input = {
      ...query,
      password,
      filename: params.filename,
      size: contentLengthOf(request),
    };
    const stored = await uploads.stream(caller, input, request.raw, signal);
    return replyWithShare(await present.uploaded(stored, call), request, call.reply);
  });

  mountStreamEndpoint(http, uploadFileShareForm, async (call) => {
    const { caller, request, signal } = call;
    const form = await readUploadForm(request);
    try {
      // The form is a little longer than its file.
      const mostBytes = contentLengthOf(request);
      const input = { ...parseOptions(form.fields), filename: form.filename, mostBytes };
      const late = async () => parseOptions(await form.lateFields());
      const stored = await uploads.stream(caller, input, form.body, signal, late);
      return await replyWithShare(await present.uploaded(stored, call), request, call.reply);
    } finally {
      // Reads the rest of a refused form, so that the caller receives the reply.
      form.body.resume();
    }
  });
}

/** Multipart routes, in the form of the file system's (CONTRACT F7). */
export function fileShareMultipartRoutes(
  http: HttpDependencies,
  { uploads, multipart }: FileShareService,
  present: FileSharePresenter,
): void {
  const reference = (body: { file_id: string; upload_id: string }) => ({
    fileId: body.file_id,
    uploadId: body.upload_id,
  });

  mountEndpoint(http, initFileShareMultipart, async (call) => {
    const { caller, body, origin, signal } = call;
    const started = await multipart.init(caller, body, origin, signal);
    const urls = http.commitUrls.offer(call, { ...started, size: body.size }, commitOf(started));
    return {
      ...present.reservation(started, origin),
      upload_id: started.uploadId,
      part_size: started.partSize,
      part_count: started.partCount,
      presigned_urls: urls,
      expires_in: started.urlLifetimeSeconds,
    };
  });

  mountEndpoint(http, signFileShareParts, async ({ caller, body, origin }) => {
    const signed = await multipart.sign(caller, reference(body), body.part_numbers, origin);
    return { presigned_urls: [...signed.urls], expires_in: signed.urlLifetimeSeconds };
  });

  mountEndpoint(http, listFileShareParts, async ({ caller, body, signal }) => {
    const parts = await multipart.listParts(caller, reference(body), signal);
    return { parts: parts.map(({ partNumber, size, etag }) => ({ partNumber, size, etag })) };
  });

  mountEndpoint(http, completeFileShareMultipart, async ({ caller, body, signal }) => {
    const parts = body.parts.map(({ PartNumber, ETag }) => ({
      partNumber: PartNumber,
      etag: ETag,
    }));
    const object = await multipart.complete(caller, reference(body), parts, signal);
    return { file_id: body.file_id, ...object };
  });

  mountEndpoint(http, abortFileShareMultipart, async ({ caller, body }) => {
    await uploads.discard(caller, body.file_id, body.upload_id);
    return null;
  });
}

/** Call that commits an upload. */
function commitOf({ share }: Reservation) {
  return { path: commitFileShare.path, body: { file_id: share.id } };
}

function parseOptions(fields: Readonly<Record<string, string>>) {
  const result = optionsSchema.safeParse(fields, { reportInput: true });
  if (!result.success) throw new InvalidInputError('body', result.error.issues);
  refuseNul('body', result.data);
  return result.data;
}
