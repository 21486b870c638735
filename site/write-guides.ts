import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { PACKAGES, pages, REPOSITORY, root } from './packages.ts';

/** Pages that are copied from the repository: paths of the files, and of the pages. */
const GUIDES = new Map([
  ...PACKAGES.map((name) => [`packages/${name}/README.md`, `${name}/index.md`] as const),
  ['packages/api-client/docs/guide.md', 'api-client/guide.md'],
  ['examples/README.md', 'examples.md'],
]);

/** The app's icon. */
const ICON = 'favicon.svg';

/** Writes the icon and the pages that exist as files: READMEs, guides and the site's own. */
export async function writeGuides(): Promise<void> {
  for (const [file, page] of GUIDES) {
    const text = await readFile(join(root, file), 'utf8');
    const target = join(pages, page);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, withLinks(text, file, page));
  }
  for (const page of ['index.md', 'demo.md']) {
    await copyFile(join(import.meta.dirname, page), join(pages, page));
  }
  await mkdir(join(pages, 'public'), { recursive: true });
  await copyFile(join(root, 'apps/web/public', ICON), join(pages, 'public', ICON));
}

/** Turns links to other files of the repository into links to their pages, or to the repository itself. */
function withLinks(text: string, file: string, page: string): string {
  return text.replace(/\]\(([^)\s]+)\)/g, (whole, link: string) => {
    const [, name, heading] =
      /^https:\/\/www\.npmjs\.com\/package\/@satchel\/([\w-]+)(#.+)?$/.exec(link) ?? [];
    if (name !== undefined) return `](/${name}/${heading ?? ''})`;
    if (/^(\w+:|#)/.test(link)) return whole;
    const [path = '', anchor] = link.split('#');
    const target = relative(root, join(root, dirname(file), path));
    if (!existsSync(join(root, target)))
      throw new Error(`${file} links to ${link}, which is not there`);
    const known = GUIDES.get(target);
    const suffix = anchor === undefined ? '' : `#${anchor}`;
    if (known === undefined) return `](${REPOSITORY}/blob/main/${target}${suffix})`;
    return `](${relative(dirname(page), known) || './'}${suffix})`;
  });
}
