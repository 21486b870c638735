import { decodeBytes, isBinaryFile } from '#shared/text/decode-bytes.ts';

/** Format of a text file, which the file keeps when it is saved. */
export interface TextFormat {
  /** Line break of most lines. The text itself uses `\n`, like the editor. */
  readonly lineBreak: '\n' | '\r\n' | '\r';
  readonly hasByteOrderMark: boolean;
  /** False for UTF-16 and older Chinese encodings, which are saved as UTF-8. */
  readonly isUtf8: boolean;
}

export interface DecodedText {
  readonly text: string;
  readonly format: TextFormat;
  /** Whether the content is binary, not text. */
  readonly isBinary: boolean;
}

/** Text of a file. */
export interface LoadedText extends DecodedText {
  /** ETag of the loaded version; saving overwrites only this one. */
  readonly etag: string;
}

export function decodeText(bytes: Uint8Array): DecodedText {
  const hasByteOrderMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const { text: decoded, isUtf8 } = decodeBytes(bytes);
  const returns = decoded.split('\r\n').length - 1;
  const breaks = decoded.split('\n').length - 1;
  const lineBreak = returns * 2 > breaks ? '\r\n' : '\n';
  // Texts of old Macs. In others a single `\r` is a character of its line.
  const isOfOldMac = breaks === 0 && decoded.includes('\r');
  const found = isOfOldMac ? '\r' : '\r\n';
  return {
    text: isOfOldMac || returns > 0 ? decoded.replaceAll(found, '\n') : decoded,
    format: { lineBreak: isOfOldMac ? '\r' : lineBreak, hasByteOrderMark, isUtf8 },
    isBinary: isBinaryFile(bytes),
  };
}

/** Encodes the text in the file's format. */
export function encodeText(text: string, { lineBreak, hasByteOrderMark }: TextFormat): string {
  const plain = text.replaceAll('\r\n', '\n');
  const broken = lineBreak === '\n' ? plain : plain.replaceAll('\n', lineBreak);
  return hasByteOrderMark ? `\ufeff${broken}` : broken;
}
