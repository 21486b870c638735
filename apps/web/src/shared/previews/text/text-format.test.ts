import { describe, expect, it } from 'vitest';
import { decodeText, encodeText } from './text-format.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const again = (text: string) => {
  const decoded = decodeText(bytesOf(text));
  return encodeText(decoded.text, decoded.format);
};

describe('a text file', () => {
  it.each(['', 'one', 'a\nb\n', 'a\r\nb\r\n', 'a\rb\r', 'a\rb\nc\n', '\ufeffa\r\nb', '你好\n'])(
    '%j is saved as it was read',
    (text) => {
      expect(again(text)).toBe(text);
    },
  );

  it('has one kind of line break in the editor', () => {
    expect(decodeText(bytesOf('a\r\nb\r\nc\n'))).toMatchObject({
      text: 'a\nb\nc\n',
      format: { lineBreak: '\r\n' },
    });
  });

  it('in an older Chinese encoding is read, and is known not to be UTF-8', () => {
    const gb = Uint8Array.from([0xc4, 0xe3, 0xba, 0xc3]);
    expect(decodeText(gb)).toMatchObject({ text: '你好', format: { isUtf8: false } });
  });

  it.each([
    ['little', [0xff, 0xfe, 0x60, 0x4f, 0x41, 0x00, 0x0d, 0x00, 0x0a, 0x00]],
    ['big', [0xfe, 0xff, 0x4f, 0x60, 0x00, 0x41, 0x00, 0x0d, 0x00, 0x0a]],
  ])('in UTF-16 with the %s end first is read, and saved as UTF-8', (_, bytes) => {
    const { text, format, isBinary } = decodeText(Uint8Array.from(bytes));
    expect(text).toBe('你A\n');
    expect(format).toEqual({ lineBreak: '\r\n', hasByteOrderMark: false, isUtf8: false });
    expect(isBinary).toBe(false);
  });

  it('is none where it has zero bytes', () => {
    expect(decodeText(Uint8Array.from([0x50, 0x4b, 3, 4, 0, 0])).isBinary).toBe(true);
    expect(decodeText(bytesOf('text')).isBinary).toBe(false);
  });
});
