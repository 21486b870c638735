import { writeContents } from '../http/list-contents.ts';
import { readLimit, readNameEncoding } from '../http/list-parameters.ts';
import { type Operation, requireBucket, xmlResponse } from '../operation.ts';
import { fromByteKey, toByteKey } from '../store/byte-key.ts';

/** Version 1 of the call, whose pages begin after a marker. */
export const listObjects: Operation = async (context) => {
  const bucket = requireBucket(context);
  const { query } = context;
  const encode = readNameEncoding(query);
  const maxKeys = readLimit(query, 'max-keys');
  const [prefix, delimiter, marker] = ['prefix', 'delimiter', 'marker'].map(
    (name) => query.get(name) ?? '',
  );
  const page = bucket.list({
    prefix: toByteKey(prefix ?? ''),
    delimiter: toByteKey(delimiter ?? ''),
    after: toByteKey(marker ?? ''),
    maxKeys,
  });
  // Left out without a delimiter, as on S3: the next marker is then the last key of the page.
  const hasNextMarker = page.isTruncated && delimiter !== '';
  return xmlResponse('ListBucketResult', [
    ['Name', bucket.name],
    ['Prefix', encode(prefix ?? '')],
    ['Marker', encode(marker ?? '')],
    ['NextMarker', hasNextMarker ? encode(fromByteKey(page.last)) : undefined],
    ['MaxKeys', maxKeys],
    ['Delimiter', delimiter === '' ? undefined : encode(delimiter ?? '')],
    ['EncodingType', query.get('encoding-type')],
    ['IsTruncated', page.isTruncated],
    ...writeContents(page, encode, true),
  ]);
};
