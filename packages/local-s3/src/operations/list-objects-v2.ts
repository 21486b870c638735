import { writeContents } from '../http/list-contents.ts';
import { readLimit, readNameEncoding } from '../http/list-parameters.ts';
import { type Operation, requireBucket, xmlResponse } from '../operation.ts';
import { invalidArgument } from '../s3-error.ts';
import { toByteKey } from '../store/byte-key.ts';

export const listObjectsV2: Operation = async (context) => {
  const bucket = requireBucket(context);
  const { query } = context;
  const encode = readNameEncoding(query);
  const maxKeys = readLimit(query, 'max-keys');
  const prefix = query.get('prefix') ?? '';
  const delimiter = query.get('delimiter') ?? '';
  const startAfter = query.get('start-after');
  const token = query.get('continuation-token');
  const page = bucket.list({
    prefix: toByteKey(prefix),
    delimiter: toByteKey(delimiter),
    after: token === undefined ? toByteKey(startAfter ?? '') : decodeToken(token),
    maxKeys,
  });
  return xmlResponse('ListBucketResult', [
    ['Name', bucket.name],
    ['Prefix', encode(prefix)],
    ['Delimiter', delimiter === '' ? undefined : encode(delimiter)],
    ['MaxKeys', maxKeys],
    ['EncodingType', query.get('encoding-type')],
    ['KeyCount', page.entries.length + page.commonPrefixes.length],
    ['IsTruncated', page.isTruncated],
    ['ContinuationToken', token],
    ['NextContinuationToken', page.isTruncated ? encodeToken(page.last) : undefined],
    ['StartAfter', startAfter === undefined ? undefined : encode(startAfter)],
    ...writeContents(page, encode, query.get('fetch-owner') === 'true'),
  ]);
};

function encodeToken(last: string): string {
  return Buffer.from(last, 'latin1').toString('base64url');
}

function decodeToken(token: string): string {
  const last = Buffer.from(token, 'base64url').toString('latin1');
  if (token === '' || encodeToken(last) !== token) {
    throw invalidArgument(
      'continuation-token',
      token,
      'The continuation token provided is incorrect',
    );
  }
  return last;
}
