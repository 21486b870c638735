import { invalidArgument } from '../s3-error.ts';
import { encodeUri } from '../sigv4/canonical-request.ts';

const MAX_PAGE = 1000;

type Query = ReadonlyMap<string, string>;

/** max-keys and its like: at most 1,000, which is the default as well. */
export function readLimit(query: Query, name: string): number {
  const text = query.get(name);
  if (text === undefined || text === '') return MAX_PAGE;
  if (!/^\d{1,10}$/.test(text) || Number(text) > 2_147_483_647) {
    throw invalidArgument(name, text, `Provided ${name} not an integer or within integer range`);
  }
  return Math.min(Number(text), MAX_PAGE);
}

/** How keys are written: clients may ask for %XX, because XML cannot contain every character. */
export function readNameEncoding(query: Query): (name: string) => string {
  const type = query.get('encoding-type');
  if (type === undefined || type === '') return (name) => name;
  if (type !== 'url') {
    throw invalidArgument('encoding-type', type, 'Invalid Encoding Method specified in Request');
  }
  return (name) => encodeUri(name, true);
}
