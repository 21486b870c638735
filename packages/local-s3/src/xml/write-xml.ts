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

/** Control characters are written as references, because parsers change CR and refuse the others. */
export function escapeXml(text: string): string {
  return text.replace(
    // biome-ignore lint/suspicious/noControlCharactersInRegex: S3 keys may contain them
    /[&<>"\x00-\x1f\x7f\ufffe\uffff]/g,
    (character) => ESCAPES[character] ?? `&#x${character.charCodeAt(0).toString(16)};`,
  );
}
