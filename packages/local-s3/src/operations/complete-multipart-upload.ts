import { checksumElement, checksumHeader, parseChecksumAlgorithm } from '../checksums/checksum.ts';
import { readWriteCondition, unquoteEtag } from '../http/conditions.ts';
import { MAX_PART_NUMBER, requireUpload } from '../http/upload-request.ts';
import {
  incomingPayload,
  type Operation,
  type OperationContext,
  requireBucket,
  xmlResponse,
} from '../operation.ts';
import { receiveRequiredDocument } from '../payload/receive-document.ts';
import { S3Error } from '../s3-error.ts';
import type { Bucket } from '../store/bucket.ts';
import { fromByteKey } from '../store/byte-key.ts';
import { assembleObject, type NamedPart } from '../store/complete-upload.ts';
import type { ChecksumAlgorithm, ObjectRecord } from '../store/records.ts';
import { childElements, childText, requiredText, type XmlChildren } from '../xml/parse-xml.ts';

export const completeMultipartUpload: Operation = async (context) => {
  const bucket = requireBucket(context);
  // The request's checksum headers concern the object, not this XML document.
  const { request, authentication } = context;
  const document = await receiveRequiredDocument(
    { ...incomingPayload(context), headers: documentHeaders(request.headers), authentication },
    'CompleteMultipartUpload',
  );
  const named = childElements(document, 'Part').map(readPart);
  checkOrder(named);
  const object = await complete(context, bucket, named);
  return xmlResponse('CompleteMultipartUploadResult', [
    ['Location', request.url.split('?')[0]],
    ['Bucket', bucket.name],
    ['Key', fromByteKey(object.key)],
    ['ETag', `"${object.etag}"`],
    ...(object.checksum === undefined
      ? []
      : ([
          [checksumElement(object.checksum.algorithm), object.checksum.value],
          ['ChecksumType', object.checksum.type],
        ] as const)),
  ]);
};

async function complete(
  context: OperationContext,
  bucket: Bucket,
  named: readonly NamedPart[],
): Promise<ObjectRecord> {
  const id = context.query.get('uploadId') ?? '';
  const { key } = context.target;
  const { headers } = context.request;
  const check = readWriteCondition(headers);
  let object: ObjectRecord | undefined;
  try {
    await bucket.commit((view) => {
      const upload = requireUpload(view.upload(id), key);
      object = assembleObject(upload, named, context.now());
      check(view.object(key));
      checkWhole(object, headers);
      return [{ op: 'put', object }];
    });
  } catch (error) {
    if (!(error instanceof S3Error) || error.code !== 'NoSuchUpload') throw error;
    // A repeated call, perhaps because the first reply was lost, gets the same result.
    const pinned = await bucket.pin(key);
    pinned?.release();
    if (pinned?.record.uploadId === id) return pinned.record;
    throw error;
  }
  if (object === undefined) throw new S3Error('InternalError');
  return object;
}

function readPart(node: XmlChildren): NamedPart {
  const text = requiredText(node, 'PartNumber').trim();
  if (!/^\d{1,9}$/.test(text)) throw new S3Error('MalformedXML');
  const checksums = new Map<ChecksumAlgorithm, string>();
  for (const name of Object.keys(node)) {
    if (!/^Checksum(?!Type)/.test(name)) continue;
    const algorithm = parseChecksumAlgorithm(name.slice('Checksum'.length));
    const value = childText(node, name);
    if (algorithm !== undefined && value !== undefined) checksums.set(algorithm, value);
  }
  const etag = unquoteEtag(requiredText(node, 'ETag').trim());
  return { partNumber: Number(text), etag, checksums };
}

function checkOrder(named: readonly NamedPart[]): void {
  if (named.length === 0 || named.length > MAX_PART_NUMBER) throw new S3Error('MalformedXML');
  let previous = 0;
  for (const { partNumber } of named) {
    if (partNumber <= previous) throw new S3Error('InvalidPartOrder');
    previous = partNumber;
  }
}

function checkWhole(object: ObjectRecord, headers: OperationContext['request']['headers']): void {
  const size = headers['x-amz-mp-object-size'];
  if (size !== undefined && Number(size) !== object.size) {
    throw new S3Error('InvalidRequest', 'The parts do not have the size of x-amz-mp-object-size');
  }
  if (object.checksum === undefined) return;
  const expected = headers[checksumHeader(object.checksum.algorithm)];
  const isComposite = object.checksum.type === 'COMPOSITE';
  const value = isComposite ? object.checksum.value.replace(/-\d+$/, '') : object.checksum.value;
  if (expected !== undefined && expected !== object.checksum.value && expected !== value) {
    throw new S3Error('BadDigest');
  }
}

function documentHeaders(headers: OperationContext['request']['headers']) {
  return Object.fromEntries(
    Object.entries(headers).filter(
      ([name]) => !name.startsWith('x-amz-checksum-') && name !== 'x-amz-sdk-checksum-algorithm',
    ),
  );
}
