import type { XmlElement } from './parse-xml.ts';

export const XML_HEADER = '<?xml version="1.0" encoding="utf-8"?>\n';

/** Escapes a text for an element or an attribute. */
export function escapeXml(text: string): string {
  return toXmlCharacters(text).replace(
    /[&<>"\r\t\n]/g,
    (character) => ESCAPES[character] ?? character,
  );
}

/** Replaces characters that XML 1.0 forbids, even as references, by U+FFFD. */
function toXmlCharacters(text: string): string {
  return text.replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\uFFFD');
}

/** Parsers turn unescaped tabs and line breaks in attributes into spaces. */
const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
  '\t': '&#9;',
  '\n': '&#10;',
};

/** Serializes an element that declares all its namespaces, so that it is valid at any place. */
export function writeElement(element: XmlElement): string {
  const prefixes = new Map<string, string>([[XML_NAMESPACE, 'xml']]);
  const prefixOf = (namespace: string) => {
    if (namespace === '') return '';
    const prefix = prefixes.get(namespace) ?? `n${prefixes.size}`;
    prefixes.set(namespace, prefix);
    return `${prefix}:`;
  };
  const start = `<${prefixOf(element.namespace)}${element.name}`;
  const content = write(element, prefixOf);
  const declarations = [...prefixes]
    .filter(([namespace]) => namespace !== XML_NAMESPACE)
    .map(([namespace, prefix]) => ` xmlns:${prefix}="${escapeXml(namespace)}"`);
  return start + declarations.join('') + content.slice(start.length);
}

const XML_NAMESPACE = 'http://www.w3.org/XML/1998/namespace';

function write(element: XmlElement, prefixOf: (namespace: string) => string): string {
  const tag = prefixOf(element.namespace) + element.name;
  const attributes = element.attributes.map(
    ({ namespace, name, value }) => ` ${prefixOf(namespace)}${name}="${escapeXml(value)}"`,
  );
  const content = element.children.map((child) =>
    typeof child === 'string' ? escapeText(child) : write(child, prefixOf),
  );
  const start = `<${tag}${attributes.join('')}`;
  return content.length === 0 ? `${start}/>` : `${start}>${content.join('')}</${tag}>`;
}

/** Text keeps its line breaks. */
function escapeText(text: string): string {
  return text.replace(/[&<>\r]/g, (character) => ESCAPES[character] ?? character);
}

/** Empty element that names a property. */
export function writeName({ namespace, name }: Pick<XmlElement, 'namespace' | 'name'>): string {
  if (namespace === 'DAV:') return `<D:${name}/>`;
  return writeElement({ namespace, name, attributes: [], children: [] });
}
