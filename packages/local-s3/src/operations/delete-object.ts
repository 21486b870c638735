import { matchesEtag } from '../http/conditions.ts';
import { emptyResponse, type Operation, requireBucket } from '../operation.ts';
import { S3Error } from '../s3-error.ts';

export const deleteObject: Operation = async (context) => {
  const bucket = requireBucket(context);
  const { key } = context.target;
  const match = context.request.headers['if-match'];
  await bucket.commit((view) => {
    const current = view.object(key);
    if (current === undefined) return [];
    if (match !== undefined && !matchesEtag(match, current.etag)) {
      throw new S3Error('PreconditionFailed', undefined, { details: { Condition: 'If-Match' } });
    }
    return [{ op: 'delete', key }];
  });
  return emptyResponse(204);
};
