import { findUpload, requireUpload } from '../http/upload-request.ts';
import { emptyResponse, type Operation } from '../operation.ts';

export const abortMultipartUpload: Operation = async (context) => {
  const { bucket, upload } = findUpload(context);
  await bucket.commit((view) => {
    requireUpload(view.upload(upload.id), context.target.key);
    return [{ op: 'end', uploadId: upload.id }];
  });
  return emptyResponse(204);
};
