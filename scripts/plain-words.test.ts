import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
/** Words that hide the subject of a sentence (CONTRIBUTING.md). */
const BANNED = /^(As|Beside|Nobody|Nothing|Of|The same|What|Where|Who|Whoever|Whose|Without)\b/;
/** Words that make a riddle wherever they stand: no actor, or a home-made term (CONTRIBUTING.md). */
const RIDDLES =
  /\b(whoever|whomever|heed(s|ed)?|nobody's|somebody's|somebody else's|goes on|go on|went on|gone on|(is|are|was|were|be|been) told|come of|what (is|was) (there|left)|by what|of what|than what)\b/i;
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

function riddles(source: string): string[] {
  return source
    .split('\n')
    .flatMap((line) => /^\s*(?:\/\/|\/?\*+)\s?(.*)/.exec(line)?.[1] ?? [])
    .filter((text) => RIDDLES.test(text));
}

it('finds a comment without a subject, and no line in the middle of one', () => {
  expect(badComments('/** What it is. */\nx\n/**\n * Of the key.\n */')).toHaveLength(2);
  expect(badComments('  // Who asks.\nconst x = 1;')).toHaveLength(1);
  expect(badComments('// Says who asks.\n// What follows is fine.')).toEqual([]);
  expect(badComments('/**\n * Ends it.\n * Where it stands.\n */')).toEqual([]);
});

it('finds a riddle in any line of a comment, and none in code', () => {
  expect(riddles('// Asks whoever wrote it.\nx\n/**\n * The row\n * goes on.\n */')).toHaveLength(
    2,
  );
  expect(riddles("const title = 'whoever';\nlog('goes on'); // Says when it ends.")).toEqual([]);
});

it.each([
  ['begins with its subject or a verb', badComments],
  ['is no riddle', riddles],
])('every comment %s (CONTRIBUTING.md)', (_, find) => {
  const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs', '*.js', '*.css'], {
    cwd: root,
    encoding: 'utf8',
  });
  const bad = files
    .trim()
    .split('\n')
    .filter((file) => !/plain-words\.test|\.gen\.ts$|\/vendor\//.test(file))
    .flatMap((file) =>
      find(readFileSync(join(root, file), 'utf8')).map((text) => `${file}: ${text}`),
    );
  expect(bad).toEqual([]);
});
