import { describe, expect, it } from 'vitest';
import { detectKind } from './detect-kind.ts';

const SAMPLES: readonly (readonly [
  what: string,
  text: string,
  kind: string,
  language: string | null,
])[] = [
  ['a sentence', 'See you at 5 pm, bring the keys.', 'text', null],
  ['an address in lines', 'Jane Doe\n1 Main St\n12345 Town', 'text', null],
  ['prose that selects from', 'Please select one.\nThanks from all of us', 'text', null],
  ['a log', '2026-11-22 08:00 INFO started\n2026-11-22 08:01 WARN slow', 'text', null],
  ['headings', '# Title\n\nWords', 'markdown', null],
  ['a list', 'To do:\n- one\n- two', 'markdown', null],
  ['tasks', '- [ ] one\n- [x] two', 'markdown', null],
  ['a link', 'Look at [this](https://example.org).', 'markdown', null],
  ['a fence with code in it', 'So:\n\n```ts\nconst a = 1;\n```', 'markdown', null],
  ['a table', '| a | b |\n| - | - |\n| 1 | 2 |', 'markdown', null],
  ['Chinese with emphasis', '这是**重点**。', 'markdown', null],
  ['JSON', '{\n  "a": [1, 2]\n}', 'code', 'json'],
  ['a shell script with comments', '#!/bin/sh\n# Title\necho hi', 'code', 'bash'],
  ['Python with comments', '# Title\ndef main():\n    pass', 'code', 'python'],
  ['TypeScript', 'export interface A {\n  b: string;\n}', 'code', 'typescript'],
  ['JavaScript', 'const a = 1;\nfunction b() {\n  return a;\n}', 'code', 'javascript'],
  ['Go', 'package main\n\nfunc main() {\n}', 'code', 'go'],
  ['C++', '#include <vector>\nint main() {}', 'code', 'cpp'],
  ['SQL', 'SELECT id\nFROM users\nWHERE id = 1;', 'code', 'sql'],
  ['CSS', '.a {\n  color: red;\n}', 'code', 'css'],
  ['YAML', 'services:\n  web:\n    image: x', 'code', 'yaml'],
  ['a patch', 'diff --git a/x b/x\n--- a/x\n+++ b/x', 'code', 'diff'],
  ['a web page', '<!doctype html>\n<p>hi', 'code', 'xml'],
  ['nothing', '', 'text', null],
];

describe('what a text is', () => {
  it.each(SAMPLES)('of %s', (_, text, kind, language) => {
    expect(detectKind(text)).toEqual({ kind, language });
  });

  it.each([
    ['backslashes', '\\'.repeat(20_000)],
    ['spaces', ' '.repeat(20_000)],
    ['brackets', '['.repeat(20_000)],
    ['selects', 'select a\n'.repeat(2_500)],
    ['braces', 'a{ '.repeat(7_000)],
    ['pipes', `|${'-|'.repeat(10_000)}`],
    ['a line of 20,000', 'a'.repeat(20_000)],
  ])(
    'does not stand still on %s',
    (_, text) => {
      // A pattern with excessive backtracking would exceed the test's timeout.
      expect(detectKind(text).kind).toMatch(/text|markdown|code/);
    },
    5_000,
  );
});
