import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { type DefaultTreeAdapterTypes, parse } from 'parse5';

type Node = DefaultTreeAdapterTypes.Node;

/** Links and anchors of a page. */
interface Page {
  readonly links: readonly string[];
  readonly ids: ReadonlySet<string>;
}

/**
 * Finds dead links within the site, to pages and to headings.
 *
 * @param folder of the built site
 * @param base path below which the site is served, such as `/docs/`
 */
export function findDeadLinks(folder: string, base = '/'): readonly string[] {
  const pages = new Map<string, Page>();
  for (const path of globSync('**/*.html', { cwd: folder })) {
    pages.set(path, readPage(join(folder, path)));
  }
  const dead: string[] = [];
  for (const [path, { links }] of pages) {
    for (const link of links) {
      const url = new URL(link, `https://site.invalid${base}${path}`);
      if (url.host !== 'site.invalid') continue;
      const target = fileOf(folder, decodeURIComponent(url.pathname), base);
      const ids = target === null ? undefined : pages.get(target)?.ids;
      const hash = decodeURIComponent(url.hash.slice(1));
      if (target === null || (hash !== '' && !ids?.has(hash))) dead.push(`${path}: ${link}`);
    }
  }
  return dead;
}

/** File that is served for an address; null if there is none. */
function fileOf(folder: string, pathname: string, base: string): string | null {
  if (!pathname.startsWith(base)) return null;
  const path = pathname.slice(base.length);
  const candidates = [path, `${path}.html`, join(path, 'index.html')];
  const found = candidates.find(
    (each) => existsSync(join(folder, each)) && statSync(join(folder, each)).isFile(),
  );
  return found === undefined ? null : relative('.', found);
}

function readPage(path: string): Page {
  const links: string[] = [];
  const ids = new Set<string>();
  const visit = (node: Node): void => {
    if ('attrs' in node) {
      for (const { name, value } of node.attrs) {
        if (name === 'id') ids.add(value);
        if (name === 'href' || name === 'src') links.push(value);
      }
    }
    if ('childNodes' in node) node.childNodes.forEach(visit);
  };
  visit(parse(readFileSync(path, 'utf8')));
  return { links, ids };
}
