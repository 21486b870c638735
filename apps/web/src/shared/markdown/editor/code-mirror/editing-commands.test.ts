import { expect, it } from 'vitest';
import { itMaps } from '#shared/testing/it-maps.ts';
import { FORMATTING, type FormattingName } from './formatting.ts';

/** Presses a button of the toolbar; `[` and `]` mark the selection, before and after it. */
function press(name: FormattingName, marked: string): string {
  const from = marked.indexOf('[');
  const to = marked.indexOf(']') - 1;
  const text = marked.replace('[', '').replace(']', '');
  const edit = commandOf(name)(text, { from, to });
  const result = text.slice(0, edit.from) + edit.insert + text.slice(edit.to);
  const { selection } = edit;
  return `${result.slice(0, selection.from)}[${result.slice(selection.from, selection.to)}]${result.slice(selection.to)}`;
}

function commandOf(name: FormattingName) {
  const formatting = FORMATTING.find((each) => each.name === name);
  if (!formatting) throw new Error(`No button has the name ${name}`);
  return formatting.command;
}

itMaps('%s changes %j to %j', press, [
  ['bold', 'a [b] c', 'a **[b]** c'],
  ['bold', 'a **[b]** c', 'a [b] c'],
  ['quote', 'a\n[b\nc]\nd', 'a\n[> b\n> c]\nd'],
  ['quote', '[> b\n> c]', '[b\nc]'],
  ['numberedList', '[a\nb]', '[1. a\n2. b]'],
  ['taskList', '[- a\nb]', '[- [ ] a\n- [ ] b]'],
  ['codeBlock', 'a[]', 'a\n\n```\n[]\n```'],
]);

it('link makes a link of a text and of an address', () => {
  const link = commandOf('link');
  expect(link('see docs', { from: 4, to: 8 }).insert).toBe('[docs](https://)');
  expect(link('https://a.test', { from: 0, to: 14 }).insert).toBe('[](https://a.test)');
});
