import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript-5';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { root, run } from './run.ts';

const packed = inject('packed');
const folder = await mkdtemp(join(tmpdir(), 'satchel-documentation-'));
afterAll(() => rm(folder, { recursive: true }));

describe.each(Object.entries(packed))('%s as it is packed', (name, file) => {
  const unpacked = join(folder, name, 'package');
  let files: readonly string[] = [];
  const filesOf = (type: RegExp) => files.filter((path) => type.test(path));
  beforeAll(async () => {
    await run('mkdir', ['-p', join(folder, name)], folder);
    await run('tar', ['-xzf', file, '-C', join(folder, name)], folder);
    const entries = await readdir(unpacked, { recursive: true, withFileTypes: true });
    files = entries
      .filter((entry) => entry.isFile())
      .map((entry) => relative(unpacked, join(entry.parentPath, entry.name)));
  });

  it('has a licence, a README that says how to install it, and where it comes from', async () => {
    expect(files).toContain('LICENSE');
    const readme = await readFile(join(unpacked, 'README.md'), 'utf8');
    expect(readme).toMatch(new RegExp(`npm (install|i) .*@satchel/${name}|npx @satchel/${name}`));
    const manifest = JSON.parse(await readFile(join(unpacked, 'package.json'), 'utf8'));
    expect(manifest.repository).toMatchObject({ type: 'git', directory: `packages/${name}` });
    expect(manifest.homepage).toContain(`packages/${name}`);
    expect(manifest.bugs).toMatch(/\/issues$/);
  });

  it('leads nowhere that is not there', async () => {
    for (const path of filesOf(/\.md$/)) {
      const text = await readFile(join(unpacked, path), 'utf8');
      for (const [, link = ''] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
        expect(await isReachable(name, path, link), `${link} in ${path}`).toBe(true);
      }
    }
  });

  it('cites nothing that strangers do not have', async () => {
    for (const path of filesOf(/\.(md|js|ts|map)$/)) {
      const text = await readFile(join(unpacked, path), 'utf8');
      expect(text.match(/\b(?:SPEC|CONTRACT|SECURITY|ADR) ?[A-F]?\d+/)?.[0], path).toBe(undefined);
    }
  });

  it('has each source once: in a map where the code is minified, as the code itself where not', async () => {
    for (const path of filesOf(/\.js\.map$/)) {
      const { sources, sourcesContent } = JSON.parse(await readFile(join(unpacked, path), 'utf8'));
      expect(sourcesContent).toHaveLength(sources.length);
      const code = await readFile(join(unpacked, path.replace(/\.map$/, '')), 'utf8');
      expect(code.split('\n').length, `lines of what ${path} belongs to`).toBeLessThan(10);
    }
    expect(filesOf(/(^|\/)src\//)).toEqual([]);
  });

  it('exports nothing without a word about it', async () => {
    const manifest = JSON.parse(await readFile(join(unpacked, 'package.json'), 'utf8'));
    const targets = Object.values<string>(manifest.exports ?? {}).map((target) =>
      target.replace(/\.js$/, '.d.ts').replace(/^\.\//, ''),
    );
    const declarations = files.filter((path) => targets.some((target) => isMatch(path, target)));
    expect(undocumented(declarations.map((path) => join(unpacked, path)))).toEqual([]);
  });
});

/** Whether a path is that of a target such as `dist/groups/*.d.ts`. */
function isMatch(path: string, target: string): boolean {
  const [before = '', after] = target.split('*');
  if (after === undefined) return path === target;
  return path.startsWith(before) && path.endsWith(after);
}

/** Names that declaration files export without a comment. */
function undocumented(paths: readonly string[]): readonly string[] {
  const options = { noResolve: false, skipLibCheck: true, types: [] };
  const program = ts.createProgram([...paths], options);
  const checker = program.getTypeChecker();
  return paths.flatMap((path) => {
    const source = program.getSourceFile(path);
    const module = source && checker.getSymbolAtLocation(source);
    if (!module) throw new Error(`${path} is no module`);
    return checker
      .getExportsOfModule(module)
      .map((symbol) => {
        const isAlias = symbol.flags & ts.SymbolFlags.Alias;
        return isAlias ? checker.getAliasedSymbol(symbol) : symbol;
      })
      .filter((symbol) => symbol.getDocumentationComment(checker).length === 0)
      .map((symbol) => `${symbol.name} of ${relative(folder, path)}`);
  });
}

const NPM = /^https:\/\/www\.npmjs\.com\/package\/@satchel\/([\w-]+)(?:#(.+))?$/;
const STABLE =
  /^https:\/\/(?:www\.rfc-editor\.org\/rfc\/rfc\d+|developer\.mozilla\.org\/|docs\.aws\.amazon\.com\/)/;

/**
 * Whether a link of a packed file leads somewhere, seen from npm: that resolves relative ones in the
 * repository. What lies on other sites is not asked, only that they keep their addresses.
 */
async function isReachable(name: string, path: string, link: string): Promise<boolean> {
  const [, other, heading] = NPM.exec(link) ?? [];
  if (other) return hasHeading(join(root, 'packages', other, 'README.md'), heading);
  if (/^\w+:/.test(link)) return STABLE.test(link);
  const [target = '', anchor] = link.split('#');
  const here = join(root, 'packages', name, path);
  return hasHeading(target ? join(dirname(here), target) : here, anchor);
}

async function hasHeading(path: string, anchor: string | undefined): Promise<boolean> {
  if (!existsSync(path)) return false;
  if (anchor === undefined) return true;
  const text = await readFile(path, 'utf8');
  const slugs = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s-]/gu, '')
      .replaceAll(' ', '-'),
  );
  return slugs.includes(anchor);
}
