// node scripts/attack-tests.mjs: writes docs/security.md, which names the tests of each attack of
// docs/reference/attacks.md. They name it themselves, as `SECURITY n` in their titles.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const read = (path) => readFileSync(join(root, path), 'utf8');

/** The first text that a call of a test runner is given, or the one after `.each(…)`. */
const TITLE =
  /^\s*(?:\)?\]?\)?\(|(?:describe|it|test)\b[^'"`\n]*\(?)\s*(['"`])((?:(?!\1).)*SECURITY \d(?:(?!\1).)*)\1|^\s*(['"`])((?:(?!\3).)*SECURITY \d(?:(?!\3).)*)\3,$/gm;

/** The attacks by number, with their headings. */
export function readAttacks() {
  const headings = read('docs/reference/attacks.md').matchAll(/^## (\d+)\. (.+)$/gm);
  return new Map(Array.from(headings, ([, number, heading]) => [Number(number), heading]));
}

/** Titles of tests that name an attack, by its number, with their files. */
export function findAttackTests() {
  const files = execFileSync('git', ['ls-files', '*.test.ts', '*.test.tsx', '*.spec.ts'], {
    cwd: root,
    encoding: 'utf8',
  });
  const found = new Map([...readAttacks().keys()].map((number) => [number, []]));
  for (const file of files.trim().split('\n')) {
    for (const [, , first, , second] of read(file).matchAll(TITLE)) {
      const title = first ?? second;
      for (const [, numbers] of title.matchAll(/SECURITY (\d+(?:(?:,| and) \d+)*)/g)) {
        for (const number of numbers.split(/, | and /))
          found.get(Number(number))?.push({ file, title });
      }
    }
  }
  return found;
}

const INTRODUCTION = `# Security

<!-- Written by \`node scripts/attack-tests.mjs\`. -->

What Satchel withstands is listed in [reference/attacks.md](reference/attacks.md). These are the tests
that try it; a title may stand for a group of them. How an operator closes what is left open is in
[operations/hardening.md](operations/hardening.md).

Dependencies are watched by Dependabot; \`pnpm audit\` asks the registry for known advisories where it
answers such questions. Found a hole? Tell the maintainers in private: the repository's _Security_ tab.
`;

export function describeAttackTests() {
  const tests = findAttackTests();
  const sections = Array.from(readAttacks(), ([number, heading]) => {
    const byFile = Map.groupBy(tests.get(number) ?? [], ({ file }) => file);
    const lines = Array.from(byFile, ([file, titles]) => {
      const shown = titles.map(
        ({ title }) => `  - ${title.replace(/\s*\([^()]*SECURITY[^()]*\)/, '')}`,
      );
      return [`- [${file.replace(/^(apps|packages)\//, '')}](../${file})`, ...shown].join('\n');
    });
    return `## ${number}. ${heading}\n\n${lines.join('\n')}\n`;
  });
  return `${INTRODUCTION}\n${sections.join('\n')}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(join(root, 'docs/security.md'), describeAttackTests());
}
