import { emptyResponse, type Operation, requireBucket } from '../operation.ts';

export const deleteBucketCors: Operation = async (context) => {
  await requireBucket(context).setCors(undefined);
  return emptyResponse(204);
};
