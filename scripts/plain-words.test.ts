import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
/** Words that hide the subject of a sentence (CONTRIBUTING.md). */
const BANNED = /^(As|Beside|Nobody|Nothing|Of|The same|What|Where|Who|Whoever|Whose|Without)\b/;
const LINE_COMMENT = /^\s*\/\/\s?(.*)/;
const BLOCK_COMMENT = /^\s*\/\*\*?\s*(.*)/;

function badComments(source: string): string[] {
  const lines = source.split('\n');
  const starts = lines.map((line, at) => {
    const block = BLOCK_COMMENT.exec(line)?.[1];
    // The text of a long block begins in its second line.
    if (block === '') return lines[at + 1]?.replace(/^\s*\*\s?/, '') ?? '';
    const isContinued = LINE_COMMENT.test(lines[at - 1] ?? '');
    return block ?? (isContinued ? '' : (LINE_COMMENT.exec(line)?.[1] ?? ''));
  });
  return starts.filter((text) => BANNED.test(text));
}

it('finds a comment without a subject, and no line in the middle of one', () => {
  expect(badComments('/** What it is. */\nx\n/**\n * Of the key.\n */')).toHaveLength(2);
  expect(badComments('  // Who asks.\nconst x = 1;')).toHaveLength(1);
  expect(badComments('// Says who asks.\n// What follows is fine.')).toEqual([]);
  expect(badComments('/**\n * Ends it.\n * Where it stands.\n */')).toEqual([]);
});

it('every comment begins with its subject or a verb (CONTRIBUTING.md)', () => {
  const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs', '*.js', '*.css'], {
    cwd: root,
    encoding: 'utf8',
  });
  const bad = files
    .trim()
    .split('\n')
    .filter((file) => !/plain-words\.test|\.gen\.ts$|\/vendor\//.test(file))
    .flatMap((file) =>
      badComments(readFileSync(join(root, file), 'utf8')).map((text) => `${file}: ${text}`),
    );
  expect(bad).toEqual([]);
});
