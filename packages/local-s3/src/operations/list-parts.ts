import { checksumElement } from '../checksums/checksum.ts';
import { isoDate } from '../http/http-date.ts';
import { readLimit, readNameEncoding } from '../http/list-parameters.ts';
import { findUpload } from '../http/upload-request.ts';
import { type Operation, OWNER, xmlResponse } from '../operation.ts';
import { invalidArgument } from '../s3-error.ts';
import { fromByteKey } from '../store/byte-key.ts';
import type { PartRecord } from '../store/records.ts';
import type { XmlElements } from '../xml/write-xml.ts';

export const listParts: Operation = async (context) => {
  const { bucket, upload } = findUpload(context);
  const encode = readNameEncoding(context.query);
  const limit = readLimit(context.query, 'max-parts');
  const marker = context.query.get('part-number-marker') || '0';
  if (!/^\d{1,10}$/.test(marker)) throw invalidArgument('part-number-marker', marker);
  const left = [...upload.parts.values()]
    .filter((part) => part.partNumber > Number(marker))
    .sort((a, b) => a.partNumber - b.partNumber);
  const parts = left.slice(0, limit);
  return xmlResponse('ListPartsResult', [
    ['Bucket', bucket.name],
    ['Key', encode(fromByteKey(upload.key))],
    ['UploadId', upload.id],
    ['Initiator', OWNER],
    ['Owner', OWNER],
    ['StorageClass', 'STANDARD'],
    ['PartNumberMarker', Number(marker)],
    ['NextPartNumberMarker', parts.at(-1)?.partNumber],
    ['MaxParts', limit],
    ['IsTruncated', limit > 0 && left.length > parts.length],
    ['ChecksumAlgorithm', upload.checksumAlgorithm],
    ['ChecksumType', upload.checksumType],
    ...parts.map((part) => ['Part', writePart(part)] as const),
  ]);
};

function writePart(part: PartRecord): XmlElements {
  return [
    ['PartNumber', part.partNumber],
    ['LastModified', isoDate(part.modifiedMs)],
    ['ETag', `"${part.etag}"`],
    ['Size', part.size],
    ...(part.checksum === undefined
      ? []
      : ([[checksumElement(part.checksum.algorithm), part.checksum.value]] as const)),
  ];
}
