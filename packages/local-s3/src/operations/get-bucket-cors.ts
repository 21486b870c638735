import { type Operation, requireBucket, xmlResponse } from '../operation.ts';
import { S3Error } from '../s3-error.ts';
import type { CorsRule } from '../store/bucket.ts';
import type { XmlElements } from '../xml/write-xml.ts';

export const getBucketCors: Operation = async (context) => {
  const { name, config } = requireBucket(context);
  if (config.cors === undefined) {
    throw new S3Error('NoSuchCORSConfiguration', undefined, { details: { BucketName: name } });
  }
  return xmlResponse(
    'CORSConfiguration',
    config.cors.map((rule) => ['CORSRule', writeRule(rule)] as const),
  );
};

function writeRule(rule: CorsRule): XmlElements {
  const each = (name: string, values: readonly string[] = []) =>
    values.map((value) => [name, value] as const);
  return [
    ['ID', rule.id],
    ...each('AllowedOrigin', rule.allowedOrigins),
    ...each('AllowedMethod', rule.allowedMethods),
    ...each('AllowedHeader', rule.allowedHeaders),
    ...each('ExposeHeader', rule.exposeHeaders),
    ['MaxAgeSeconds', rule.maxAgeSeconds],
  ];
}
