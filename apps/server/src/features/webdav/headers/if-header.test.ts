import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listHolds, parseIfHeader, submittedTokens } from './if-header.ts';

const refused = expect.objectContaining({ code: 'webdav.header_invalid' });

describe('parseIfHeader (RFC 4918 10.4)', () => {
  it('reads lists of tokens and ETags, negated or not', () => {
    expect(parseIfHeader('(<urn:a> ["e1"]) (Not <urn:b>[W/"e2"])')).toEqual([
      {
        address: undefined,
        conditions: [
          { isNegated: false, kind: 'token', value: 'urn:a' },
          { isNegated: false, kind: 'etag', value: '"e1"' },
        ],
      },
      {
        address: undefined,
        conditions: [
          { isNegated: true, kind: 'token', value: 'urn:b' },
          { isNegated: false, kind: 'etag', value: 'W/"e2"' },
        ],
      },
    ]);
  });

  it('keeps the resource of a tag for every list behind it', () => {
    const lists = parseIfHeader('<http://h/a> (<urn:a>) (<urn:b>) </dav/c> (["e"])');
    expect(lists.map(({ address }) => address)).toEqual(['http://h/a', 'http://h/a', '/dav/c']);
    expect(submittedTokens(lists)).toEqual(['urn:a', 'urn:b']);
  });

  it.each([
    ...['', '()', '(', ')', '(<urn:a>', '<urn:a>', '(Not)', '(Not Not <urn:a>)', '((<urn:a>))'],
    ...['(<urn:a>) <urn:b> (<urn:c>)', '(urn:a)', '(["e)', '["e"]', '(<urn:a>) x', 'Not (<urn:a>)'],
  ])('refuses %j', (header) => {
    expect(() => parseIfHeader(header)).toThrow(refused);
  });

  it('reads or refuses whatever it is given', () => {
    const parts = fc.constantFrom('(', ')', 'Not ', '<a>', '["e"]', ' ', '<', '[', '"', 'x');
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 30 }), (texts) => {
        try {
          expect(parseIfHeader(texts.join('')).length).toBeGreaterThan(0);
        } catch (error) {
          expect(error).toEqual(refused);
        }
      }),
    );
  });
});

describe('an If header (SECURITY 26)', () => {
  it.each([
    ['of too many lists', '(<a>)'.repeat(101)],
    ['of too many conditions', `(${'<a>'.repeat(201)})`],
  ])('%s is refused', (_, header) => {
    expect(() => parseIfHeader(header)).toThrow('webdav.header_invalid');
  });

  it('of a lock for each of many files is read', () => {
    expect(parseIfHeader('(<a>)'.repeat(100))).toHaveLength(100);
  });
});

describe('listHolds', () => {
  const holds = (header: string, etag: string | undefined, ...tokens: string[]) =>
    parseIfHeader(header).map((list) => listHolds(list, { etag, tokens }));

  it('is so where every condition is', () => {
    expect(holds('(<a> ["e"])', '"e"', 'a', 'b')).toEqual([true]);
    expect(holds('(<a> ["e"])', '"f"', 'a')).toEqual([false]);
    expect(holds('(<a> <b>)', undefined, 'a')).toEqual([false]);
    expect(holds('(Not <a>) (Not ["e"])', undefined, 'b')).toEqual([true, true]);
  });

  it('compares ETags strongly, and finds none where there is no file', () => {
    expect(holds('([W/"e"]) (["e"])', '"e"')).toEqual([false, true]);
    expect(holds('(["e"])', undefined)).toEqual([false]);
  });
});
