import { Readable } from 'node:stream';
import { Busboy, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy';
import { fileName } from '@satchel/api-client/contract/fields';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AppError } from '#errors';
import { InvalidInputError } from '#http/error-handler.ts';

/** SPEC 3 has a dozen fields, each short. */
const MAX_FIELDS = 50;
const MAX_FIELD_BYTES = 16 * 1024;
/** As in the calls that name a file in JSON. */
const namedFile = z.object({ filename: fileName });

/** A form's file and what came before it; the rest is known when the file has ended. */
export interface UploadForm {
  readonly filename: string;
  readonly body: Readable;
  readonly fields: Readonly<Record<string, string>>;
  /** Fields behind the file. Rejects where a second file is among them. */
  readonly lateFields: () => Promise<Readonly<Record<string, string>>>;
}

/**
 * Reads a multipart form up to its file, which is then streamed.
 *
 * @throws {AppError} `request.unsupported_type`, `request.too_many_fields`, or
 *   `file_shares.file_missing` where there is not exactly one file (CONTRACT A5)
 * @throws {InvalidInputError} for a file's name that is too long
 */
export async function readUploadForm(request: FastifyRequest): Promise<UploadForm> {
  const contentType = request.headers['content-type'] ?? '';
  if (!/^multipart\/form-data\b/i.test(contentType)) throw new AppError('request.unsupported_type');
  const parser = createParser(request);
  const found = Promise.withResolvers<UploadForm>();
  const ended = Promise.withResolvers<void>();
  ended.promise.catch(() => undefined);
  const early: Record<string, string> = {};
  const late: Record<string, string> = {};
  let file: Readable | undefined;

  const fail = (error: Error) => {
    found.reject(error);
    ended.reject(error);
    file?.destroy(error);
    request.raw.unpipe(parser);
    request.raw.resume();
  };
  parser.on('field', (name, value, _nameIsCut, valueIsCut) => {
    if (valueIsCut) return fail(new AppError('request.too_large'));
    (file ? late : early)[name] = value;
  });
  parser.on('file', (name, stream, filename) => {
    if (name !== 'file' || file || !filename) {
      stream.resume();
      return fail(new AppError('file_shares.file_missing'));
    }
    const { error } = namedFile.safeParse({ filename }, { reportInput: true });
    if (error) {
      stream.resume();
      return fail(new InvalidInputError('body', error.issues));
    }
    file = stream;
    const body = Readable.from(wholeForm(stream, ended.promise), { objectMode: false });
    // Whoever reads it learns of a failure; while nobody does, it must not end the process.
    for (const readable of [stream, body]) readable.on('error', () => undefined);
    const lateFields = async () => {
      await ended.promise;
      return late;
    };
    found.resolve({ filename, body, fields: early, lateFields });
  });
  // Whatever is beyond the limit is dropped by the parser, and with it perhaps a password.
  parser.on('fieldsLimit', () =>
    fail(new AppError('request.too_many_fields', { details: { limit: MAX_FIELDS } })),
  );
  parser.on('finish', () => {
    ended.resolve();
    if (!file) found.reject(new AppError('file_shares.file_missing'));
  });
  parser.on('error', (cause) => fail(new AppError('request.malformed', { cause })));
  request.raw.once('aborted', () => fail(new AppError('request.malformed')));
  request.raw.pipe(parser);
  return found.promise;
}

/** The file, which ends only once the form has, and was good: what is stored is not taken back. */
async function* wholeForm(file: Readable, formEnd: Promise<void>) {
  yield* file;
  await formEnd;
}

function createParser(request: FastifyRequest): BusboyInstance {
  try {
    return new Busboy({
      headers: request.headers as BusboyHeaders,
      limits: { fields: MAX_FIELDS, fieldSize: MAX_FIELD_BYTES, files: 2 },
    });
  } catch (cause) {
    throw new AppError('request.malformed', { cause });
  }
}
