import type { Readable } from 'node:stream';
import { SaxesParser, type SaxesTagNS } from 'saxes';
import { AppError } from '#errors';

/** Limits of requests, which name a few properties; the longest known, from Office, have some kB. */
const MAX_BYTES = 256 * 1024;
const MAX_DEPTH = 32;
const MAX_ELEMENTS = 4000;

export interface XmlAttribute {
  readonly namespace: string;
  readonly name: string;
  readonly value: string;
}

/** Element with resolved names, so that prefixes do not matter. */
export interface XmlElement {
  readonly namespace: string;
  readonly name: string;
  readonly attributes: readonly XmlAttribute[];
  readonly children: readonly (XmlElement | string)[];
}

interface OpenElement extends XmlElement {
  readonly children: (XmlElement | string)[];
}

/**
 * Parses a document strictly: no document type, so no entities except XML's own five; limited in
 * length, depth and number of elements (SECURITY 9).
 *
 * @returns undefined without a body
 * @throws {AppError} `webdav.xml_invalid`, or `request.too_large`
 */
export async function parseXml(body: Readable): Promise<XmlElement | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > MAX_BYTES) throw new AppError('request.too_large');
    chunks.push(chunk);
  }
  return length === 0 ? undefined : parseDocument(Buffer.concat(chunks));
}

function parseDocument(bytes: Buffer): XmlElement {
  const parser = new SaxesParser({ xmlns: true });
  const open: OpenElement[] = [];
  let root: XmlElement | undefined;
  let elements = 0;
  const refuse = (cause?: unknown): never => {
    throw new AppError('webdav.xml_invalid', { cause });
  };
  parser.on('error', refuse);
  parser.on('doctype', () => refuse('a document type'));
  parser.on('opentag', (tag) => {
    elements += 1;
    if (elements > MAX_ELEMENTS || open.length >= MAX_DEPTH) refuse('too much of it');
    const element = toElement(tag);
    open.at(-1)?.children.push(element);
    open.push(element);
    root ??= element;
  });
  parser.on('closetag', () => void open.pop());
  const addText = (text: string) => void open.at(-1)?.children.push(text);
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.write(decode(bytes, refuse)).close();
  return root ?? refuse('no element');
}

function toElement({ uri, local, attributes }: SaxesTagNS): OpenElement {
  const own = Object.values(attributes)
    .filter(({ prefix, name }) => prefix !== 'xmlns' && name !== 'xmlns')
    .map((each) => ({ namespace: each.uri, name: each.local, value: each.value }));
  return { namespace: uri, name: local, attributes: own, children: [] };
}

/** Decodes UTF-8, or UTF-16 with a byte order mark, which every XML parser must support. */
function decode(bytes: Buffer, refuse: (cause: unknown) => never): string {
  const isUtf16 = [0xfe, 0xff].includes(bytes[0] ?? 0) && [0xfe, 0xff].includes(bytes[1] ?? 0);
  const encoding = isUtf16 ? (bytes[0] === 0xfe ? 'utf-16be' : 'utf-16le') : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (error) {
    return refuse(error);
  }
}

/** First child of this name in WebDAV's namespace. */
export function findChild(element: XmlElement, name: string): XmlElement | undefined {
  return elementsOf(element).find((child) => isDav(child, name));
}

export function elementsOf({ children }: XmlElement): readonly XmlElement[] {
  return children.filter((child) => typeof child !== 'string');
}

export function isDav({ namespace, name }: XmlElement, wanted: string): boolean {
  return namespace === 'DAV:' && name === wanted;
}
