import { emptyResponse, incomingPayload, type Operation, requireBucket } from '../operation.ts';
import { receiveRequiredDocument } from '../payload/receive-document.ts';
import { S3Error } from '../s3-error.ts';
import type { CorsRule } from '../store/bucket.ts';
import { childElements, childText, childTexts, type XmlChildren } from '../xml/parse-xml.ts';

const MAX_RULES = 100;
const METHODS = new Set(['GET', 'PUT', 'POST', 'DELETE', 'HEAD']);

export const putBucketCors: Operation = async (context) => {
  const bucket = requireBucket(context);
  const document = await receiveRequiredDocument(incomingPayload(context), 'CORSConfiguration');
  const rules = childElements(document, 'CORSRule').map(readRule);
  if (rules.length === 0 || rules.length > MAX_RULES) throw new S3Error('MalformedXML');
  await bucket.setCors(rules);
  return emptyResponse(200);
};

function readRule(node: XmlChildren): CorsRule {
  const allowedOrigins = childTexts(node, 'AllowedOrigin');
  const allowedMethods = childTexts(node, 'AllowedMethod');
  const allowedHeaders = childTexts(node, 'AllowedHeader');
  if (allowedOrigins.length === 0 || allowedMethods.length === 0) throw new S3Error('MalformedXML');
  const unknown = allowedMethods.find((method) => !METHODS.has(method));
  if (unknown !== undefined) {
    throw new S3Error('InvalidRequest', `Found unsupported HTTP method in CORS config: ${unknown}`);
  }
  for (const pattern of [...allowedOrigins, ...allowedHeaders]) {
    if (pattern.split('*').length > 2) {
      throw new S3Error('InvalidRequest', `"${pattern}" can not have more than one wildcard.`);
    }
  }
  const id = childText(node, 'ID');
  return {
    ...(id === undefined ? {} : { id }),
    allowedOrigins,
    allowedMethods,
    allowedHeaders,
    exposeHeaders: childTexts(node, 'ExposeHeader'),
    ...readMaxAge(childText(node, 'MaxAgeSeconds')),
  };
}

function readMaxAge(text: string | undefined): { maxAgeSeconds?: number } {
  if (text === undefined) return {};
  if (!/^\d{1,9}$/.test(text)) throw new S3Error('MalformedXML');
  return { maxAgeSeconds: Number(text) };
}
