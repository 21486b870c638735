import { checksumHeader } from '../checksums/checksum.ts';
import { readWriteCondition } from '../http/conditions.ts';
import { readObjectHeaders } from '../http/object-headers.ts';
import { emptyResponse, incomingPayload, type Operation, requireBucket } from '../operation.ts';
import { receiveFile } from '../payload/receive-payload.ts';
import type { ObjectRecord } from '../store/records.ts';

export const putObject: Operation = async (context) => {
  const bucket = requireBucket(context);
  const { key } = context.target;
  const headers = readObjectHeaders(context.request.headers);
  const check = readWriteCondition(context.request.headers);
  check(bucket.lookup(key));

  const received = await receiveFile(incomingPayload(context), bucket.files);
  const { result: staged, checksum } = received;
  const etag = received.md5.toString('hex');
  const modifiedMs = context.now();
  const data = await bucket.publish(staged, modifiedMs);
  const base: ObjectRecord = { key, size: staged.size, etag, modifiedMs, data, headers };
  const object = checksum === undefined ? base : { ...base, checksum };
  await bucket.commitData(data, (view) => {
    check(view.object(key));
    return [{ op: 'put', object }];
  });
  return emptyResponse(200, {
    etag: `"${etag}"`,
    ...(checksum === undefined
      ? {}
      : {
          [checksumHeader(checksum.algorithm)]: checksum.value,
          'x-amz-checksum-type': checksum.type,
        }),
  });
};
