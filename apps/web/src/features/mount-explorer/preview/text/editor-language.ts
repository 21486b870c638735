import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { tags } from '@lezer/highlight';
import { fileTypeOf } from '#shared/file-types/file-types.ts';
// Gives the editor the colours of highlighted code in Markdown and previews.
import '#shared/markdown/render/code-highlighter.css';

const colours = HighlightStyle.define([
  { tag: tags.comment, color: 'var(--code-comment)', fontStyle: 'italic' },
  {
    tag: [tags.keyword, tags.modifier, tags.bool, tags.null, tags.heading],
    color: 'var(--code-keyword)',
  },
  { tag: [tags.string, tags.regexp, tags.attributeValue, tags.url], color: 'var(--code-string)' },
  { tag: [tags.number, tags.unit, tags.color, tags.atom], color: 'var(--code-number)' },
  {
    tag: [
      ...[tags.typeName, tags.tagName, tags.className, tags.attributeName],
      ...[tags.definition(tags.variableName), tags.definition(tags.propertyName)],
      tags.propertyName,
    ],
    color: 'var(--code-title)',
  },
  { tag: tags.strong, fontWeight: '650' },
  { tag: tags.emphasis, fontStyle: 'italic' },
]);

const css = async () => (await import('@codemirror/lang-css')).css();
const html = async () => (await import('@codemirror/lang-html')).html({ autoCloseTags: false });
const markdown = async () => {
  const { markdown: create, markdownLanguage } = await import('@codemirror/lang-markdown');
  return create({ base: markdownLanguage, completeHTMLTags: false });
};
const script = async () =>
  (await import('@codemirror/lang-javascript')).javascript({ jsx: true, typescript: true });
const json = async () => {
  const { javascriptLanguage } = await import('@codemirror/lang-javascript');
  // Parses JSON as an expression, because a leading brace would otherwise start a block of statements.
  return javascriptLanguage.configure({ top: 'SingleExpression' });
};

const LANGUAGES = new Map<string, () => Promise<Extension>>([
  ['css', css],
  ['scss', css],
  ['less', css],
  ['xml', html],
  ['markdown', markdown],
  ['javascript', script],
  ['typescript', script],
  ['json', json],
]);

/** Loads the editor's syntax highlighting for a file name; plain text for unknown languages. */
export async function loadEditorLanguage(name: string): Promise<Extension> {
  const load = LANGUAGES.get(fileTypeOf(name)?.language ?? '');
  return load ? [await load(), syntaxHighlighting(colours)] : [];
}
