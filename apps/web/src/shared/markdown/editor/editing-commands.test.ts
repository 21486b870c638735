import { describe, expect, it } from 'vitest';
import {
  type EditCommand,
  insertBlock,
  insertLink,
  prefixLines,
  wrapWith,
} from './editing-commands.ts';

/** Runs a command; `[` and `]` mark the selection. */
function run(command: EditCommand, marked: string): string {
  const from = marked.indexOf('[');
  const to = marked.indexOf(']') - 1;
  const text = marked.replace('[', '').replace(']', '');
  const edit = command(text, { from, to });
  const result = text.slice(0, edit.from) + edit.insert + text.slice(edit.to);
  const { selection } = edit;
  return `${result.slice(0, selection.from)}[${result.slice(selection.from, selection.to)}]${result.slice(selection.to)}`;
}

describe('the editor toolbar', () => {
  it('wraps a selection and unwraps it again', () => {
    expect(run(wrapWith('**'), 'a [b] c')).toBe('a **[b]** c');
    expect(run(wrapWith('**'), 'a **[b]** c')).toBe('a [b] c');
  });

  it('prefixes every selected line, and takes the prefix away again', () => {
    const quote = prefixLines(() => '> ', /^> /);
    expect(run(quote, 'a\n[b\nc]\nd')).toBe('a\n[> b\n> c]\nd');
    expect(run(quote, '[> b\n> c]')).toBe('[b\nc]');
  });

  it('numbers lines', () => {
    expect(
      run(
        prefixLines((index) => `${index + 1}. `, /^\d+\. /),
        '[a\nb]',
      ),
    ).toBe('[1. a\n2. b]');
  });

  it('gives a block lines of its own', () => {
    expect(run(insertBlock('```\n', 'code', '\n```'), 'a[]')).toBe('a\n\n```\n[code]\n```');
  });

  it('makes a link of a text and of an address', () => {
    const edit = insertLink('see docs', { from: 4, to: 8 });
    expect(edit.insert).toBe('[docs](https://)');
    expect(insertLink('https://a.test', { from: 0, to: 14 }).insert).toBe('[](https://a.test)');
  });
});
