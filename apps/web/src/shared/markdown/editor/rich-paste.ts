/** Elements that Markdown can express. HTML without them is plain text with colours and fonts. */
const RICH =
  'a[href], b, strong, em, i, h1, h2, h3, h4, h5, h6, ul, ol, table, blockquote, img[src]';

/** Type that code editors add; their HTML only colours the code. */
const CODE_EDITOR = 'vscode-editor-data';

/** HTML of a clipboard that is worth converting to Markdown; undefined for text and code. */
export function richHtmlOf(clipboard: DataTransfer): string | undefined {
  if (clipboard.types.includes(CODE_EDITOR)) return undefined;
  const html = clipboard.getData('text/html');
  if (html === '') return undefined;
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  return body.querySelector(RICH) ? html : undefined;
}

/** Files of a clipboard; none if it has text, because office programs add a picture of copied text. */
export function filesOf(clipboard: DataTransfer): File[] {
  return clipboard.types.includes('text/plain') ? [] : [...clipboard.files];
}

/** Text of a clipboard: its formatting as Markdown, or its plain text where that fails to load. */
export async function markdownOf(html: string, plain: string): Promise<string> {
  try {
    const { htmlToMarkdown } = await import('./html-to-markdown.ts');
    return htmlToMarkdown(html);
  } catch {
    return plain;
  }
}
