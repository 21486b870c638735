import { describeReply, pinObject } from '../http/object-reply.ts';
import type { Operation } from '../operation.ts';

export const headObject: Operation = async (context) => {
  const pinned = await pinObject(context);
  try {
    const { status, headers } = describeReply(context, pinned.record);
    return { status, headers };
  } finally {
    pinned.release();
  }
};
