import { emptyResponse, type Operation, requireBucket } from '../operation.ts';
import { S3Error } from '../s3-error.ts';

export const deleteBucket: Operation = async (context) => {
  const { name } = requireBucket(context);
  const result = await context.store.deleteBucket(name);
  if (result === 'not-empty')
    throw new S3Error('BucketNotEmpty', undefined, { details: { BucketName: name } });
  if (result === 'missing')
    throw new S3Error('NoSuchBucket', undefined, { details: { BucketName: name } });
  return emptyResponse(204);
};
