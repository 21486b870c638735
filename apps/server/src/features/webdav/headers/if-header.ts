import { AppError } from '#errors';

/** Condition on a resource: a lock with a token, or an ETag. */
export interface IfCondition {
  readonly isNegated: boolean;
  readonly kind: 'token' | 'etag';
  readonly value: string;
}

/** Conditions that must hold together; on the tagged resource, or on that of the request. */
export interface IfList {
  readonly address: string | undefined;
  readonly conditions: readonly IfCondition[];
}

/** Known facts of a resource. */
export interface IfFacts {
  /** With quotes; undefined if there is no such file. */
  readonly etag: string | undefined;
  /** Tokens of the locks that cover it. */
  readonly tokens: readonly string[];
}

/** Limits. Clients name one or two locks, and one for each open file of a folder. */
const MAX_LISTS = 100;
const MAX_CONDITIONS = 200;

const TOKEN = /\s*(?:(\()|(\))|(Not(?=[\s<[]))|<([^<>\s]*)>|\[\s*((?:W\/)?"[^"]*")\s*\])/iy;

/**
 * Parses an `If` header (RFC 4918 10.4): lists of conditions, optionally tagged with a resource. Runs
 * in one pass, so that long headers cost no more than their length.
 *
 * @throws {AppError} `webdav.header_invalid`
 */
export function parseIfHeader(header: string): readonly IfList[] {
  const lists: IfList[] = [];
  let address: string | undefined;
  let conditions: IfCondition[] | undefined;
  let isNegated = false;
  let count = 0;
  const refuse = (): never => {
    throw new AppError('webdav.header_invalid');
  };
  const add = (kind: IfCondition['kind'], value: string) => {
    count += 1;
    if (!conditions || count > MAX_CONDITIONS) return refuse();
    conditions.push({ isNegated, kind, value });
    isNegated = false;
  };
  for (const [, opens, closes, not, angled, etag] of tokensOf(header, refuse)) {
    if (opens) {
      if (conditions || lists.length === MAX_LISTS) refuse();
      conditions = [];
    } else if (closes) {
      if (!conditions || conditions.length === 0 || isNegated) refuse();
      lists.push({ address, conditions: conditions ?? [] });
      conditions = undefined;
    } else if (not) {
      if (!conditions || isNegated) refuse();
      isNegated = true;
    } else if (etag !== undefined) add('etag', etag);
    else if (conditions) add('token', angled ?? '');
    else {
      // A tag comes before all lists or not at all.
      if (lists.length > 0 && address === undefined) refuse();
      address = angled;
    }
  }
  if (conditions || lists.length === 0) refuse();
  return lists;
}

function* tokensOf(header: string, refuse: () => never): Generator<RegExpExecArray> {
  const text = header.trimEnd();
  TOKEN.lastIndex = 0;
  for (let at = 0; at < text.length; ) {
    TOKEN.lastIndex = at;
    const match = TOKEN.exec(text) ?? refuse();
    at = TOKEN.lastIndex;
    yield match;
  }
}

/** Lock tokens in a header, in any of its lists. */
export function submittedTokens(lists: readonly IfList[]): readonly string[] {
  const conditions = lists.flatMap((list) => list.conditions);
  return conditions.filter(({ kind }) => kind === 'token').map(({ value }) => value);
}

/** True if a list holds for its resource. Compares ETags strongly. */
export function listHolds({ conditions }: IfList, { etag, tokens }: IfFacts): boolean {
  return conditions.every(({ isNegated, kind, value }) => {
    const isSo = kind === 'etag' ? value === etag : tokens.includes(value);
    return isSo !== isNegated;
  });
}
