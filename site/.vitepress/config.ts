import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DefaultTheme, defineConfig } from 'vitepress';
import { BASE, PACKAGES, pages, REPOSITORY } from '../packages.ts';

export default defineConfig({
  title: "Satchel's packages",
  description: 'Uploads to S3, permissions, a typed client and a command line',
  srcDir: 'pages',
  base: BASE,
  head: [['link', { rel: 'icon', href: `${BASE}favicon.svg` }]],
  // Disables Vite's own config file, because the site's sources need none.
  vite: { configFile: false },
  markdown: { anchor: { slugify } },
  themeConfig: {
    logo: '/favicon.svg',
    nav: [
      ...PACKAGES.map((name) => ({ text: name, link: `/${name}/` })),
      { text: 'Examples', link: '/examples' },
      { text: 'Demo', link: '/demo' },
    ],
    sidebar: Object.fromEntries(PACKAGES.map((name) => [`/${name}/`, sidebarOf(name)])),
    socialLinks: [{ icon: 'github', link: REPOSITORY }],
    search: { provider: 'local' },
    outline: [2, 3],
  },
});

/** Guides and reference pages of a package. */
function sidebarOf(name: string): DefaultTheme.SidebarItem[] {
  const paths = globSync('reference/**/index.md', { cwd: join(pages, name) }).sort();
  const reference = paths.map((path) => {
    const text = readFileSync(join(pages, name, path), 'utf8');
    const title = /^# (.+)$/m.exec(text)?.[1]?.replaceAll('\\', '') ?? path;
    const link = `/${name}/${path.replace(/(index)?\.md$/, '')}`;
    return { text: title.replace(`Reference of @satchel/${name}`, 'All modules'), link };
  });
  const guide = name === 'api-client' ? [{ text: 'Guide', link: '/api-client/guide' }] : [];
  const overview = { text: name, items: [{ text: 'Overview', link: `/${name}/` }, ...guide] };
  return reference.length > 0 ? [overview, { text: 'Reference', items: reference }] : [overview];
}

/** Anchor of a heading in GitHub's format, which links in the READMEs and TypeDoc use. */
function slugify(heading: string): string {
  const words = heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '');
  return words.replaceAll(' ', '-');
}
