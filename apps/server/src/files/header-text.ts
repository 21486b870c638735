import { isUtf8 } from 'node:buffer';

/** Node reads a header as Latin-1, as browsers send it; other programs send UTF-8. */
export function headerText(header: string): string {
  const bytes = Buffer.from(header, 'latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : header;
}
