import { createHmac, timingSafeEqual } from 'node:crypto';

export interface CredentialScope {
  readonly accessKeyId: string;
  /** YYYYMMDD */
  readonly date: string;
  readonly region: string;
}

export const ALGORITHM = 'AWS4-HMAC-SHA256';

export function parseCredential(credential: string): CredentialScope | undefined {
  const match = /^(.+)\/(\d{8})\/([^/]+)\/s3\/aws4_request$/.exec(credential);
  const [, accessKeyId, date, region] = match ?? [];
  if (accessKeyId === undefined || date === undefined || region === undefined) return undefined;
  return { accessKeyId, date, region };
}

export function scopeText(scope: CredentialScope): string {
  return `${scope.date}/${scope.region}/s3/aws4_request`;
}

export function deriveSigningKey(secretAccessKey: string, scope: CredentialScope): Buffer {
  const date = hmac(`AWS4${secretAccessKey}`, scope.date);
  return hmac(hmac(hmac(date, scope.region), 's3'), 'aws4_request');
}

export function sign(signingKey: Buffer, stringToSign: string): string {
  return hmac(signingKey, stringToSign).toString('hex');
}

export function isSameSignature(expected: string, actual: string): boolean {
  const a = Buffer.from(expected);
  const b = Buffer.from(actual);
  return a.length === b.length && timingSafeEqual(a, b);
}

/** `YYYYMMDDTHHMMSSZ` to milliseconds; undefined where it is not such a time. */
export function parseAmzDate(text: string): number | undefined {
  const match = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text);
  if (match === null) return undefined;
  const [, year, month, day, hour, minute, second] = match;
  const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(time) ? undefined : time;
}

function hmac(key: string | Buffer, data: string): Buffer {
  return createHmac('sha256', key).update(data, 'utf8').digest();
}
