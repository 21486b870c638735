const NAMESPACE = 'http://s3.amazonaws.com/doc/2006-03-01/';

/** An element's content: text, child elements, or nothing (the element is left out). */
export type XmlContent = string | number | boolean | XmlElements | undefined;
export type XmlElements = readonly (readonly [name: string, content: XmlContent])[];

export function writeXml(root: string, elements: XmlElements): string {
  const open = `<${root} xmlns="${NAMESPACE}">`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n${open}${writeElements(elements)}</${root}>`;
}

/** S3's errors are the one document without a namespace. */
export function writeErrorXml(elements: XmlElements): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Error>${writeElements(elements)}</Error>`;
}

function writeElements(elements: XmlElements): string {
  let text = '';
  for (const [name, content] of elements) {
    if (content === undefined) continue;
    const inner = typeof content === 'object' ? writeElements(content) : escapeXml(String(content));
    text += `<${name}>${inner}</${name}>`;
  }
  return text;
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/**
 * Line ends and tabs are written as references, because parsers change them. XML 1.0 refuses the other
 * control characters, U+FFFE and U+FFFF even as references, so U+FFFD stands for them: clients that need
 * such keys ask for `encoding-type=url`.
 */
export function escapeXml(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\uFFFD')
    .replace(
      /[&<>"\t\n\r\u007F]/g,
      (character) => ESCAPES[character] ?? `&#x${character.charCodeAt(0).toString(16)};`,
    );
}
