import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { parseXml, type XmlElement } from './parse-xml.ts';
import { escapeXml, writeElement, writeName } from './write-xml.ts';

const parse = async (text: string | Buffer): Promise<XmlElement> => {
  const root = await parseXml(Readable.from([Buffer.from(text)]));
  return root ?? expect.unreachable('there was nothing');
};

describe('XML of WebDAV', () => {
  it('is read with its names resolved, whatever their prefixes', async () => {
    const one = await parse('<D:a xmlns:D="DAV:"><b xmlns="urn:x" D:c="1"/></D:a>');
    const two = await parse('<a xmlns="DAV:"><y:b xmlns:y="urn:x" xmlns:z="DAV:" z:c="1"/></a>');
    expect(one).toEqual(two);
    expect(one.children).toEqual([
      {
        namespace: 'urn:x',
        name: 'b',
        attributes: [{ namespace: 'DAV:', name: 'c', value: '1' }],
        children: [],
      },
    ]);
  });

  it('is the same after it was written, wherever it is put', async () => {
    const text =
      '<a:x xmlns:a="urn:a" xmlns:b="urn:b&quot;" a:k="1&amp;&lt;&#10;2" xml:lang="de"> t &amp; <b:y/><z>]]&gt;</z>\u{1F600}</a:x>';
    const element = await parse(text);
    const written = writeElement(element);
    const inside = await parse(`<D:prop xmlns:D="DAV:" xmlns:n1="urn:else">${written}</D:prop>`);
    expect(inside.children).toEqual([element]);
  });

  it('names a property of no namespace without one', () => {
    expect(writeName({ namespace: '', name: 'x' })).toBe('<x/>');
    expect(writeName({ namespace: 'DAV:', name: 'x' })).toBe('<D:x/>');
    expect(writeName({ namespace: 'urn:x', name: 'x' })).toBe('<n1:x xmlns:n1="urn:x"/>');
  });

  it('is the same where the name of an element contains a byte order mark (SECURITY 25)', async () => {
    const element = await parse('<a:x\uFEFFy xmlns:a="urn:a"/>');
    expect(await parse(writeElement(element))).toEqual(element);
  });

  it('is well-formed whatever text is written into it (SECURITY 25)', async () => {
    const text = '\u0000\u0001\u0008\u000B\u001F\uD800\uFFFE\uFFFF\t\n\r\uFEFF\u{1FFFE}文<&';
    const { children } = await parse(`<a>${escapeXml(text)}</a>`);
    expect(children.join('')).toBe(`${'\uFFFD'.repeat(8)}\t\n\r\uFEFF\u{1FFFE}文<&`);
  });

  it('may be UTF-16, and is nothing where there is no body', async () => {
    const text = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('<a>文</a>', 'utf16le')]);
    expect((await parse(text)).children).toEqual(['文']);
    expect(await parseXml(Readable.from([]))).toBeUndefined();
  });

  it.each([
    '<!DOCTYPE a><a/>',
    '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>',
    '<a>&b;</a>',
    '<a><b></a></b>',
    '<a/><b/>',
    '<a b="1" b="2"/>',
    '<a xmlns:b=""/>',
    '<b:a/>',
    '\uFFFE',
    `${'<a>'.repeat(40)}${'</a>'.repeat(40)}`,
    `<a>${'<b/>'.repeat(5000)}</a>`,
  ])('is refused where it is %j (SECURITY 9)', async (text) => {
    await expect(parse(text)).rejects.toMatchObject({ code: 'webdav.xml_invalid' });
  });

  it('is refused where it is no UTF-8, and not read on where it is too long', async () => {
    await expect(parse(Buffer.from([0x3c, 0xff, 0x3e]))).rejects.toMatchObject({
      code: 'webdav.xml_invalid',
    });
    let sent = 0;
    const endless = Readable.from(
      (function* () {
        for (;;) {
          sent += 1;
          yield Buffer.alloc(64 * 1024, ' ');
        }
      })(),
    );
    await expect(parseXml(endless)).rejects.toMatchObject({ code: 'request.too_large' });
    expect(sent).toBeLessThan(30);
  });
});
