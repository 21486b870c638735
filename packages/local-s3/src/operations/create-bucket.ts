import { emptyResponse, incomingPayload, type Operation } from '../operation.ts';
import { receiveDocument } from '../payload/receive-document.ts';
import { S3Error } from '../s3-error.ts';
import { isBucketName } from '../store/bucket-name.ts';

export const createBucket: Operation = async (context) => {
  const name = context.target.bucketName;
  if (!isBucketName(name)) {
    throw new S3Error('InvalidBucketName', undefined, { details: { BucketName: name } });
  }
  // The location constraint is ignored here, but must be well formed.
  await receiveDocument(incomingPayload(context), 'CreateBucketConfiguration');
  if (!(await context.store.createBucket(name, context.now()))) {
    throw new S3Error('BucketAlreadyOwnedByYou', undefined, { details: { BucketName: name } });
  }
  return emptyResponse(200, { location: `/${name}` });
};
