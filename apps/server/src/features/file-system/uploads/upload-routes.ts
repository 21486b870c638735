import { Readable } from 'node:stream';
import { conditionFields } from '@satchel/api-client/contract/fields';
import {
  abortEntryMultipart,
  commitEntry,
  completeEntryMultipart,
  initEntryMultipart,
  listEntryParts,
  listEntryUploads,
  presignEntry,
  signEntryParts,
  uploadEntry,
} from '@satchel/api-client/contract/file-system-uploads';
import { serverMessage } from '@satchel/api-client/server-messages';
import { z } from 'zod';
import { AppError } from '#errors';
import { readCondition } from '#files/write-condition.ts';
import { acceptUploads, readUploadForm, type UploadForm } from '#http/content/upload-form.ts';
import { envelope } from '#http/contract/envelope.ts';
import {
  type Call,
  type HttpDependencies,
  mountEndpoint,
  mountStreamEndpoint,
} from '#http/contract/mount-endpoint.ts';
import { contentLengthOf } from '#http/contract/request-context.ts';
import { s3UrlOf } from '#share-rules/storage-url.ts';
import { presentStarted, presentStored } from '../presenter.ts';
import type { AuthorizedPath } from '../resolved-path.ts';
import type { FileSystemService } from '../service.ts';
import { replacesFile } from './entry-write.ts';

const conditionForm = z.object(conditionFields);

export async function fileSystemUploadRoutes(
  http: HttpDependencies,
  files: FileSystemService,
): Promise<void> {
  // Encapsulated scope, so that forms reach the route unparsed.
  await http.app.register(async (scope) => {
    await acceptUploads(scope);
    mountStreamEndpoint({ ...http, app: scope }, uploadEntry, async (call) => {
      const data = await storeForm(call, http, files);
      return call.reply.send(envelope(data, 200, call.request));
    });
  });
  presignRoutes(http, files);
  multipartRoutes(http, files);
  resumeRoutes(http, files);
}

/** CONTRACT F7: the old client sends the directory after the file. */
async function storeForm(
  call: Call<typeof uploadEntry>,
  http: HttpDependencies,
  files: FileSystemService,
) {
  const { caller, request, origin, language, signal } = call;
  const { writing, multipart, spool } = files;
  const form = await readUploadForm(request);
  const { filename: fileName } = form;
  const condition = readCondition(conditionOf(form.fields), request.headers);
  try {
    const { path, use_multipart: wantsParts } = form.fields;
    const early =
      path !== undefined && wantsParts !== 'true'
        ? await writing.target(caller, path, fileName, condition, signal)
        : undefined;
    // The form is a little longer than its file, so its length is a safe upper bound for the quota.
    const mostBytes = contentLengthOf(request);
    const replaces = early !== undefined && (await replacesFile(early, condition, signal));
    const begun = early && (await writing.begin(caller, early, { mostBytes }, condition, signal));
    if (early && begun) {
      const stored = await writing.put(early, begun, refuseLateCondition(form), { signal });
      await auditOverwriting(call, http, { place: stored.place, isOverwritten: replaces });
      return presentStored(stored, origin, language);
    }
    await using body = await spool.keep(form.body, await files.maxUploadBytes(), signal);
    const fields = { ...form.fields, ...(await form.lateFields()) };
    if (!fields.path) throw new AppError('file_system.path_invalid');
    if (fields.use_multipart === 'true') {
      const input = { path: fields.path, fileName, fileSize: body.size, ...conditionOf(fields) };
      return presentStarted(await multipart.init(caller, input, origin, signal));
    }
    const late = readCondition(conditionOf(fields), request.headers);
    const target = await writing.target(caller, fields.path, fileName, late, signal);
    const { size } = body;
    const isOverwritten = await replacesFile(target, late, signal);
    const write = await writing.begin(caller, target, { size }, late, signal);
    if (!write) throw new AppError('storage.insufficient');
    const stored = await writing.put(target, write, body.open(), { size, signal });
    await auditOverwriting(call, http, { place: stored.place, isOverwritten });
    return presentStored(stored, origin, language);
  } finally {
    // Reads the rest of a refused form, so that the caller receives the reply.
    form.body.resume();
  }
}

async function auditOverwriting(
  call: Pick<Call<typeof uploadEntry>, 'caller' | 'request'>,
  http: HttpDependencies,
  { place, isOverwritten }: { readonly place: AuthorizedPath; readonly isOverwritten: boolean },
): Promise<void> {
  if (isOverwritten) await http.audit(call, { action: 'files.overwritten', target: place.path });
}

/** @throws {AppError} `request.invalid` */
function conditionOf(fields: Readonly<Record<string, string>>): z.output<typeof conditionForm> {
  const { success, data } = conditionForm.safeParse(fields);
  if (!success) throw new AppError('request.invalid');
  return data;
}

/**
 * Fails the upload if a condition follows the file. The file is already on its way to the storage then,
 * so the condition cannot be checked any more.
 */
function refuseLateCondition({ body, lateFields }: UploadForm): Readable {
  async function* file() {
    yield* body;
    const { if_match, if_none_match } = await lateFields();
    if (if_match ?? if_none_match) throw new AppError('request.invalid');
  }
  return Readable.from(file(), { objectMode: false });
}

function presignRoutes(http: HttpDependencies, { uploads }: FileSystemService): void {
  mountEndpoint(http, presignEntry, async ({ caller, body, origin, signal }) => {
    const { place, url, fileId, contentType } = await uploads.presign(caller, body, origin, signal);
    const { config } = place.storage;
    return {
      presignedUrl: url,
      fileId,
      s3Path: place.key,
      s3Url: s3UrlOf(place.storage.config, place.key, origin),
      mountId: place.mount.id,
      s3ConfigId: config.id,
      targetPath: place.path,
      contentType,
      provider_type: config.providerType,
    };
  });

  mountEndpoint(http, commitEntry, async (call) => {
    const stored = await uploads.commit(call.caller, call.body, call.signal);
    await auditOverwriting(call, http, stored);
    const { place, size } = stored;
    return { fileName: place.name, targetPath: place.path, fileSize: size };
  });
}

function multipartRoutes(http: HttpDependencies, { multipart }: FileSystemService): void {
  mountEndpoint(http, initEntryMultipart, async (call) => {
    const { caller, body, origin, signal } = call;
    const started = await multipart.init(caller, body, origin, signal);
    const { place, uploadId, urls } = started;
    const { config } = place.storage;
    const offered = http.commitUrls.offer(
      call,
      { config, urls, size: body.fileSize },
      { path: completeEntryMultipart.path, body: { path: place.path, uploadId } },
    );
    return presentStarted({ ...started, urls: offered });
  });

  mountEndpoint(http, completeEntryMultipart, async (call) => {
    const { caller, body, origin, language, signal } = call;
    const parts = body.parts.map(({ PartNumber, ETag }) => ({
      partNumber: PartNumber,
      etag: ETag,
    }));
    const stored = await multipart.complete(caller, body, parts, signal);
    await auditOverwriting(call, http, stored);
    const shown = presentStored(stored, origin, language);
    return { ...shown, location: shown.s3Url };
  });

  mountEndpoint(http, abortEntryMultipart, async ({ caller, body, language }) => {
    await multipart.abort(caller, body);
    return { success: true as const, message: serverMessage('reply.done', language) };
  });
}

function resumeRoutes(http: HttpDependencies, { multipart }: FileSystemService): void {
  mountEndpoint(http, listEntryUploads, async ({ caller, body }) => {
    const { place, writes } = await multipart.list(caller, body.path);
    return {
      success: true as const,
      uploads: writes.map(
        ({ objectKey, uploadId, createdAt, createdBy, declaredBytes, partSize }) => ({
          key: objectKey,
          uploadId: uploadId ?? '',
          initiated: createdAt.toISOString(),
          storageClass: 'STANDARD',
          owner: createdBy,
          path: `${place.mount.mountPath}/${objectKey}`,
          fileSize: Number(declaredBytes ?? 0),
          partSize: Number(partSize ?? 0),
        }),
      ),
      bucket: place.storage.config.bucketName,
      keyMarker: '',
      uploadIdMarker: '',
      nextKeyMarker: '',
      nextUploadIdMarker: '',
      maxUploads: writes.length,
      isTruncated: false,
      prefix: place.key === '' ? '' : `${place.key}/`,
    };
  });

  mountEndpoint(http, listEntryParts, async ({ caller, body, signal }) => {
    const { place, parts } = await multipart.listParts(caller, body, signal);
    return {
      success: true as const,
      parts: parts.map(({ partNumber, lastModified, etag, size }) => ({
        partNumber,
        lastModified: lastModified?.toISOString() ?? null,
        etag,
        size,
      })),
      bucket: place.storage.config.bucketName,
      key: place.key,
      uploadId: body.uploadId,
      partNumberMarker: 0,
      nextPartNumberMarker: parts.at(-1)?.partNumber ?? 0,
      maxParts: parts.length,
      isTruncated: false,
      storageClass: 'STANDARD',
      owner: null,
    };
  });

  mountEndpoint(http, signEntryParts, async ({ caller, body, origin }) => {
    const signed = await multipart.sign(caller, body, body.partNumbers, origin);
    return {
      success: true as const,
      uploadId: body.uploadId,
      presignedUrls: [...signed.urls],
      expiresIn: signed.urlLifetimeSeconds,
    };
  });
}
