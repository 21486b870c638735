import { S3Error } from '../s3-error.ts';
import { writeErrorXml } from '../xml/write-xml.ts';
import type { S3Request, S3Response } from './s3-message.ts';

const FULL_DISK_CODES = ['ENOSPC', 'EDQUOT', 'EFBIG'];

/** Replaces an error by S3's for it, because its own message may name paths of this machine. */
export function toS3Error(error: unknown): S3Error {
  if (error instanceof S3Error) return error;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (typeof code === 'string' && FULL_DISK_CODES.includes(code)) {
    return new S3Error('InsufficientStorage', undefined, { cause: error });
  }
  return new S3Error('InternalError', undefined, { cause: error });
}

export function errorResponse(
  error: S3Error,
  request: Pick<S3Request, 'method' | 'url'>,
  requestId: string,
): S3Response {
  if (error.status === 304) return { status: 304, headers: error.headers };
  const body = Buffer.from(
    writeErrorXml([
      ['Code', error.code],
      ['Message', error.message],
      ...Object.entries(error.details),
      // Logged without the query, because a presigned URL has its signature there.
      ['Resource', request.url.split('?')[0]],
      ['RequestId', requestId],
    ]),
  );
  const headers = {
    ...error.headers,
    // Tells the code to callers that get no body, such as HEAD, and to logs of refusals.
    'x-amz-error-code': error.code,
    'content-type': 'application/xml',
    'content-length': String(body.length),
  };
  // With a length even for HEAD: without it the client has to close the connection.
  return request.method === 'HEAD'
    ? { status: error.status, headers }
    : { status: error.status, headers, body };
}
