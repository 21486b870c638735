import { AppError } from '#errors';

/** Condition on a resource: a lock with a token, or an ETag. */
export interface IfCondition {
  readonly isNegated: boolean;
  readonly kind: 'token' | 'etag';
  readonly value: string;
}

/** Conditions that hold together; of a resource, or of that of the request. */
export interface IfList {
  readonly address: string | undefined;
  readonly conditions: readonly IfCondition[];
}

/** Known facts of a resource. */
export interface IfFacts {
  /** With its quotes; absent where there is no such file. */
  readonly etag: string | undefined;
  /** Tokens of the locks that cover it. */
  readonly tokens: readonly string[];
}

/** Clients name a lock or two, and one for each file of a folder that they have open. */
const MAX_LISTS = 100;
const MAX_CONDITIONS = 200;

const TOKEN = /\s*(?:(\()|(\))|(Not(?=[\s<[]))|<([^<>\s]*)>|\[\s*((?:W\/)?"[^"]*")\s*\])/iy;

/**
 * Reads an `If` header (RFC 4918 10.4): lists of conditions, each for a resource where they are
 * tagged. In one pass, however long it is.
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

/** The tokens that a header brings, wherever it names them. */
export function submittedTokens(lists: readonly IfList[]): readonly string[] {
  const conditions = lists.flatMap((list) => list.conditions);
  return conditions.filter(({ kind }) => kind === 'token').map(({ value }) => value);
}

/** Whether a list holds of its resource. ETags are compared strongly. */
export function listHolds({ conditions }: IfList, { etag, tokens }: IfFacts): boolean {
  return conditions.every(({ isNegated, kind, value }) => {
    const isSo = kind === 'etag' ? value === etag : tokens.includes(value);
    return isSo !== isNegated;
  });
}
