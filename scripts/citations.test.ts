import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

const LISTS: readonly (readonly [page: string, number: string])[] = [
  ['SPEC', String.raw`\d+`],
  ['CONTRACT', String.raw`[AF]\d+(?:\.\d+)?`],
  ['SECURITY', String.raw`\d+`],
  ['ADR', String.raw`\d+`],
];

/** Such as `SPEC 5`, once for each number of a list like "SPEC 4, 5 and 9". */
function citationsIn(text: string): readonly string[] {
  // A citation may continue in the next line of a comment.
  const flowing = text.replace(/\s*\n\s*(?:\*|\/\/|#|--|>)?\s*/g, ' ');
  const listed = LISTS.flatMap(([page, number]) => {
    const list = new RegExp(String.raw`\b${page} (${number}(?:(?:,| and) ${number})*)\b`, 'g');
    return Array.from(flowing.matchAll(list), ([, numbers = '']) =>
      numbers.split(/, | and /).map((each) => `${page} ${each}`),
    ).flat();
  });
  const shortened = Array.from(flowing.matchAll(/\bF\d+\.\d+\b/g), ([each]) => `CONTRACT ${each}`);
  const files = Array.from(flowing.matchAll(/\badr\/0*(\d+)/g), ([, number]) => `ADR ${number}`);
  // Citations of plans and issues, which the repository does not hold.
  const gone = Array.from(
    flowing.matchAll(/\bDESIGN\b(?: \d+)?|\b[Ii]ssue \d+/g),
    ([each]) => each,
  );
  return [...new Set([...listed, ...shortened, ...files, ...gone])];
}

function headings(page: string): readonly string[] {
  return Array.from(read(page).matchAll(/^#+ (.+)$/gm), ([, heading = '']) => heading);
}

function numbered(name: string, page: string): readonly string[] {
  return headings(page).flatMap((heading) => {
    const number = /^([AF]?\d+(?:\.\d+)?)\.? /.exec(heading)?.[1];
    return number === undefined ? [] : [`${name} ${number}`];
  });
}

const decisions = readdirSync(join(root, 'docs/adr')).map(
  (name) => `ADR ${Number.parseInt(name, 10)}`,
);
const known = new Set([
  ...numbered('SPEC', 'docs/reference/specification.md'),
  ...numbered('CONTRACT', 'docs/reference/wire-contract.md'),
  ...numbered('SECURITY', 'docs/reference/attacks.md'),
  ...decisions,
]);

const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => /\.(tsx?|m?js|css|md|ya?ml|prisma|html)$|Dockerfile$/.test(path))
  .filter((path) => !/pnpm-lock|\.gen\.ts$|citations\.test\.ts$/.test(path))
  .filter((path) => existsSync(join(root, path)));

const published = readdirSync(join(root, 'packages')).filter((name) =>
  read(`packages/${name}/package.json`).includes('"publishConfig"'),
);

/** True for texts that npm or a change log shows to people who have no `docs/`. */
function isPublished(path: string): boolean {
  const [folder, name = ''] = path.split('/');
  if (folder === '.changeset') return true;
  return folder === 'packages' && published.includes(name) && !/\.test\.|\/test\//.test(path);
}

/** Anchor that GitHub makes of a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');

function leadsNowhere(page: string, link: string): boolean {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? page : relative(root, join(root, dirname(page), path));
  if (!existsSync(join(root, target))) return true;
  return anchor !== undefined && !headings(target).map(anchorOf).includes(anchor);
}

describe('citations (docs/reference/README.md)', () => {
  it.each([
    ['(SPEC 98)', ['SPEC 98']],
    ['SPEC 4, 98 and 99: why', ['SPEC 4', 'SPEC 98', 'SPEC 99']],
    ['(CONTRACT A6, F7.9; SECURITY 98)', ['CONTRACT A6', 'CONTRACT F7.9', 'SECURITY 98']],
    ['/** Counted once (CONTRACT\n * A98). */', ['CONTRACT A98']],
    ['as F7.9 has it, ADR 98', ['ADR 98', 'CONTRACT F7.9']],
    ['see docs/adr/0098-name.md', ['ADR 98']],
    ['DESIGN 4, (issue 98)', ['DESIGN 4', 'issue 98']],
    ['const CONTRACT = await read(); // A4 paper', []],
  ])('are found in %j', (text, citations) => {
    expect(citationsIn(text)).toEqual(citations);
  });

  it('know the numbers of every page', () => {
    const numbers = (count: number, first = 0) =>
      Array.from({ length: count }, (_, i) => i + first);
    expect([...known]).toEqual(
      expect.arrayContaining([
        ...numbers(9, 1).map((number) => `SPEC ${number}`),
        ...numbers(6, 1).map((number) => `CONTRACT A${number}`),
        ...numbers(12).map((number) => `CONTRACT F${number}`),
        ...['CONTRACT F0.5', 'CONTRACT F7.1', 'CONTRACT F7.2', 'ADR 1'],
        ...numbers(20, 1).map((number) => `SECURITY ${number}`),
      ]),
    );
    expect(known).not.toContain('SPEC 10');
  });

  it('lead somewhere, from all that is written here', () => {
    expect(tracked.length).toBeGreaterThan(500);
    const broken = tracked.flatMap((path) =>
      citationsIn(read(path))
        .filter((citation) => !known.has(citation))
        .map((citation) => `${path}: ${citation}`),
    );
    expect(broken).toEqual([]);
  });

  it('are not in what is published, whose readers do not have the pages', () => {
    expect(published).toEqual(
      expect.arrayContaining(['api-client', 'multipart-uploader', 'permissions']),
    );
    const citing = tracked.filter(isPublished).flatMap((path) => {
      const citations = citationsIn(read(path));
      return citations.length === 0 ? [] : [`${path}: ${citations.join(', ')}`];
    });
    expect(citing).toEqual([]);
  });

  it('and links in the documents lead to a file and its heading', () => {
    expect(leadsNowhere('docs/api.md', 'reference/none.md')).toBe(true);
    expect(leadsNowhere('docs/api.md', 'reference/attacks.md#none')).toBe(true);
    const pages = tracked.filter((path) => /^docs\/.*\.md$|^[A-Z]+\.md$/.test(path));
    const broken = pages.flatMap((page) =>
      Array.from(read(page).matchAll(/\]\((?!https?:)([^)\s]+)\)/g), ([, link = '']) => link)
        .filter((link) => leadsNowhere(page, link))
        .map((link) => `${page}: ${link}`),
    );
    expect(broken).toEqual([]);
  });
});
