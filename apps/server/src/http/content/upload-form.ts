import { Readable } from 'node:stream';
import multipart, {
  type Multipart,
  type MultipartFile,
  type MultipartValue,
} from '@fastify/multipart';
import { fileName } from '@satchel/api-client/contract/fields';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AppError } from '#errors';
import { InvalidInputError } from '../contract/error-handler.ts';

/** Limits far above the dozen short fields of SPEC 3. */
const MAX_FIELDS = 50;
const MAX_FIELD_BYTES = 16 * 1024;
/** Same rule as in calls that name a file in JSON. */
const namedFile = z.object({ filename: fileName });

type Parts = AsyncIterator<Multipart, void>;
type Fields = Readonly<Record<string, string>>;

/** File of a form, and the fields before it. Fields after it are known once the file has ended. */
export interface UploadForm {
  readonly filename: string;
  readonly body: Readable;
  readonly fields: Fields;
  /** Fields after the file. Rejects if the form has a second file. */
  readonly lateFields: () => Promise<Fields>;
}

/** Lets a scope accept forms, and raw bodies of any type, which reach the route unread. */
export async function acceptUploads(scope: FastifyInstance): Promise<void> {
  scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
  await scope.register(multipart, {
    limits: {
      fieldSize: MAX_FIELD_BYTES,
      files: 1,
      // The consumer counts the file's bytes; otherwise the limit of JSON bodies would apply.
      fileSize: Number.POSITIVE_INFINITY,
    },
  });
}

/**
 * Reads a multipart form up to its file, which is then streamed.
 *
 * @throws {AppError} `request.unsupported_type`, `request.malformed`, `request.too_many_fields`,
 *   `request.too_large` for a field, or `file_shares.file_missing` if there is not exactly one file
 *   (CONTRACT A5)
 * @throws {InvalidInputError} for a file name that is too long
 */
export async function readUploadForm(request: FastifyRequest): Promise<UploadForm> {
  if (!request.isMultipart()) throw new AppError('request.unsupported_type');
  const parts = readParts(request);
  try {
    const { fields, file } = await readFields(parts);
    if (!file) throw new AppError('file_shares.file_missing');
    return { filename: checkedName(file), fields, ...openForm(request, file, parts) };
  } catch (error) {
    readAway(request);
    throw formError(error);
  }
}

async function* readParts(request: FastifyRequest): AsyncGenerator<Multipart, void> {
  let fieldCount = 0;
  for await (const part of request.parts()) {
    if (part.type === 'field') fieldCount += 1;
    // Checked here because the plugin reports its own limit only after the file.
    if (fieldCount > MAX_FIELDS) {
      throw new AppError('request.too_many_fields', { details: { limit: MAX_FIELDS } });
    }
    yield part;
  }
}

/** Reads fields up to the next file, or to the end of the form. */
async function readFields(parts: Parts): Promise<{ fields: Fields; file?: MultipartFile }> {
  const fields: Record<string, string> = {};
  for (;;) {
    const { value: part, done } = await parts.next();
    if (done) return { fields };
    if (part.type === 'file') return { fields, file: part };
    fields[part.fieldname] = textOf(part);
  }
}

/**
 * Bytes of the file. The stream ends only after a valid end of the form, because a stored file is not
 * removed again.
 */
function openForm(request: FastifyRequest, { file }: MultipartFile, parts: Parts) {
  const late = Promise.withResolvers<Fields>();
  async function* wholeForm() {
    try {
      yield* file;
      // A second file exceeds the plugin's limit, which throws.
      late.resolve((await readFields(parts)).fields);
    } catch (error) {
      late.reject(formError(error));
      throw formError(error);
    } finally {
      readAway(request);
    }
  }
  const body = Readable.from(wholeForm(), { objectMode: false });
  // The consumer reports a failure; without a listener it would end the process.
  body.on('error', () => undefined);
  late.promise.catch(() => undefined);
  return { body, lateFields: () => late.promise };
}

/** Discards the rest of a form, so that the caller receives the reply. */
function readAway({ raw }: FastifyRequest): void {
  raw.unpipe();
  raw.resume();
}

function checkedName({ fieldname, filename }: MultipartFile): string {
  if (fieldname !== 'file' || !filename) throw new AppError('file_shares.file_missing');
  const { error } = namedFile.safeParse({ filename }, { reportInput: true });
  if (error) throw new InvalidInputError('body', error.issues);
  return filename;
}

/**
 * Returns a field as text, because the plugin parses fields marked as JSON, as Java clients send them.
 */
function textOf({ value, valueTruncated }: MultipartValue): string {
  if (valueTruncated) throw new AppError('request.too_large');
  // Parsing has already rounded a longer number, which might have been a password.
  if (typeof value === 'number' && !Number.isSafeInteger(value)) {
    throw new AppError('request.malformed');
  }
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function formError(error: unknown): unknown {
  if (error instanceof AppError || error instanceof InvalidInputError) return error;
  const isSecondFile =
    error instanceof Error && 'code' in error && error.code === 'FST_FILES_LIMIT';
  if (isSecondFile) return new AppError('file_shares.file_missing');
  return new AppError('request.malformed', { cause: error });
}
