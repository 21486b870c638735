import { isAskedForAsCode } from '../http/content-safety.ts';
import { describeReply, pinObject } from '../http/object-reply.ts';
import type { S3Response } from '../http/s3-message.ts';
import type { Operation } from '../operation.ts';
import { S3Error } from '../s3-error.ts';

export const getObject: Operation = async (context): Promise<S3Response> => {
  if (isAskedForAsCode(context.request.headers)) {
    throw new S3Error('AccessDenied', 'Stored objects are not served as scripts, styles or embeds');
  }
  const pinned = await pinObject(context);
  try {
    const { status, headers, range } = describeReply(context, pinned.record);
    const body = pinned.read(range.start, range.end, context.request.signal);
    body.once('close', pinned.release);
    return { status, headers, body };
  } catch (error) {
    pinned.release();
    throw error;
  }
};
