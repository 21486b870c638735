import { isoDate } from '../http/http-date.ts';
import { writeCommonPrefixes } from '../http/list-contents.ts';
import { readLimit, readNameEncoding } from '../http/list-parameters.ts';
import { type Operation, OWNER, requireBucket, xmlResponse } from '../operation.ts';
import type { Upload } from '../store/bucket-state.ts';
import { fromByteKey, toByteKey } from '../store/byte-key.ts';
import { listUploads } from '../store/list-uploads.ts';
import type { XmlElements } from '../xml/write-xml.ts';

export const listMultipartUploads: Operation = async (context) => {
  const bucket = requireBucket(context);
  const { query } = context;
  const encode = readNameEncoding(query);
  const maxUploads = readLimit(query, 'max-uploads');
  const prefix = query.get('prefix') ?? '';
  const delimiter = query.get('delimiter') ?? '';
  const keyMarker = query.get('key-marker') ?? '';
  const uploadIdMarker = query.get('upload-id-marker') ?? '';
  const page = listUploads(bucket.uploads.values(), {
    prefix: toByteKey(prefix),
    delimiter: toByteKey(delimiter),
    keyMarker: toByteKey(keyMarker),
    uploadIdMarker,
    maxUploads,
  });
  const isTruncated = maxUploads > 0 && page.isTruncated;
  return xmlResponse('ListMultipartUploadsResult', [
    ['Bucket', bucket.name],
    ['KeyMarker', encode(keyMarker)],
    ['UploadIdMarker', uploadIdMarker],
    ['NextKeyMarker', isTruncated ? encode(fromByteKey(page.nextKeyMarker)) : undefined],
    ['NextUploadIdMarker', isTruncated ? page.nextUploadIdMarker : undefined],
    ['Prefix', encode(prefix)],
    ['Delimiter', delimiter === '' ? undefined : encode(delimiter)],
    ['EncodingType', query.get('encoding-type')],
    ['MaxUploads', maxUploads],
    ['IsTruncated', isTruncated],
    ...page.uploads.map((upload) => ['Upload', writeUpload(upload, encode)] as const),
    ...writeCommonPrefixes(page.commonPrefixes, encode),
  ]);
};

function writeUpload(upload: Upload, encode: (name: string) => string): XmlElements {
  return [
    ['Key', encode(fromByteKey(upload.key))],
    ['UploadId', upload.id],
    ['Initiator', OWNER],
    ['Owner', OWNER],
    ['StorageClass', 'STANDARD'],
    ['Initiated', isoDate(upload.startedMs)],
    ['ChecksumAlgorithm', upload.checksumAlgorithm],
    ['ChecksumType', upload.checksumType],
  ];
}
