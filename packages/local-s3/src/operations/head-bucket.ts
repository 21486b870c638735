import { emptyResponse, type Operation, requireBucket } from '../operation.ts';

export const headBucket: Operation = async (context) => {
  requireBucket(context);
  return emptyResponse(200, { 'x-amz-bucket-region': context.region });
};
