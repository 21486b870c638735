import { XMLParser } from 'fast-xml-parser';
import { S3Error } from '../s3-error.ts';

/** A parsed element: text, or children by name, each always a list. */
export type XmlNode = string | XmlChildren;
export interface XmlChildren {
  readonly [name: string]: readonly XmlNode[] | undefined;
}

const NAMED_ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};

/**
 * Parses XML without a document type, and so without entities that could expand (SECURITY 9). The five
 * entities of XML and character references are decoded here, once, after parsing.
 */
export function parseXml(text: string, root: string): XmlChildren {
  if (text.includes('<!')) throw new S3Error('MalformedXML');
  const parser = new XMLParser({
    processEntities: false,
    ignoreAttributes: true,
    ignoreDeclaration: true,
    ignorePiTags: true,
    parseTagValue: false,
    trimValues: false,
    removeNSPrefix: true,
    maxNestedTags: 16,
    isArray: () => true,
    tagValueProcessor: (_name, value) => decodeReferences(value),
  });
  let parsed: unknown;
  try {
    parsed = parser.parse(text, true);
  } catch (error) {
    throw new S3Error('MalformedXML', undefined, { cause: error });
  }
  const node = isChildren(parsed) ? parsed[root]?.[0] : undefined;
  if (node === undefined) throw new S3Error('MalformedXML');
  return typeof node === 'string' ? {} : node;
}

export function childText(node: XmlChildren, name: string): string | undefined {
  const child = node[name]?.[0];
  return typeof child === 'string' ? child : undefined;
}

export function requiredText(node: XmlChildren, name: string): string {
  const text = childText(node, name);
  if (text === undefined || text === '') throw new S3Error('MalformedXML');
  return text;
}

export function childTexts(node: XmlChildren, name: string): string[] {
  return (node[name] ?? []).filter((child) => typeof child === 'string');
}

export function childElements(node: XmlChildren, name: string): XmlChildren[] {
  return (node[name] ?? []).filter((child) => typeof child !== 'string');
}

function isChildren(value: unknown): value is XmlChildren {
  return typeof value === 'object' && value !== null;
}

function decodeReferences(text: string): string {
  return text.replace(
    /&(?:#x([0-9a-fA-F]{1,6})|#(\d{1,7})|(\w{1,8}));/g,
    (whole, hex, decimal, name) => {
      if (name !== undefined) return NAMED_ENTITIES[name] ?? whole;
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      if (code > 0x10ffff) throw new S3Error('MalformedXML');
      return String.fromCodePoint(code);
    },
  );
}
