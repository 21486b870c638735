import { S3Error } from '../s3-error.ts';
import { toSeconds } from './http-date.ts';

type Headers = Readonly<Record<string, string | undefined>>;

interface Version {
  readonly etag: string;
  readonly modifiedMs: number;
}

/** RFC 9110 13.2.2: an ETag condition overrules the date condition of the same kind. */
export function checkReadConditions(headers: Headers, version: Version): void {
  const result = evaluate(headers, '', version);
  if (result === 'failed') throw new S3Error('PreconditionFailed');
  if (result === 'not-modified') throw new S3Error('NotModified');
}

export function checkCopySourceConditions(headers: Headers, version: Version): void {
  if (evaluate(headers, 'x-amz-copy-source-', version) !== 'met') {
    throw new S3Error('PreconditionFailed');
  }
}

export type WriteCondition = (current: Version | undefined) => void;

/** The condition of a write. Checked early, to refuse before the upload, and again at the commit. */
export function readWriteCondition(headers: Headers): WriteCondition {
  const match = headers['if-match'];
  const noneMatch = headers['if-none-match'];
  if (noneMatch !== undefined && noneMatch.trim() !== '*') {
    throw new S3Error('NotImplemented', 'If-None-Match of a write accepts only *');
  }
  return (current) => {
    if (match !== undefined && current === undefined) throw new S3Error('NoSuchKey');
    if (match !== undefined && current !== undefined && !matchesEtag(match, current.etag)) {
      throw new S3Error('PreconditionFailed', undefined, { details: { Condition: 'If-Match' } });
    }
    if (noneMatch !== undefined && current !== undefined) {
      throw new S3Error('PreconditionFailed', undefined, {
        details: { Condition: 'If-None-Match' },
      });
    }
  };
}

export function matchesEtag(list: string, etag: string): boolean {
  return list.split(',').some((each) => {
    const candidate = each.trim();
    return candidate === '*' || unquoteEtag(candidate.replace(/^W\//, '')) === etag;
  });
}

export function unquoteEtag(etag: string): string {
  return etag.replace(/^"(.*)"$/, '$1');
}

function evaluate(headers: Headers, prefix: string, version: Version) {
  const match = headers[`${prefix}if-match`];
  const noneMatch = headers[`${prefix}if-none-match`];
  const modifiedMs = toSeconds(version.modifiedMs);
  if (match !== undefined) {
    if (!matchesEtag(match, version.etag)) return 'failed';
  } else if (modifiedMs > parseDate(headers[`${prefix}if-unmodified-since`])) {
    return 'failed';
  }
  if (noneMatch !== undefined) return matchesEtag(noneMatch, version.etag) ? 'not-modified' : 'met';
  return modifiedMs <= parseDate(headers[`${prefix}if-modified-since`]) ? 'not-modified' : 'met';
}

/** NaN for a missing or malformed date: comparisons with NaN are false, so the condition is ignored. */
function parseDate(text: string | undefined): number {
  return text === undefined ? Number.NaN : Date.parse(text);
}
