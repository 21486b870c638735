import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

/** The pages that people open first, from links or as an app: what their addresses are or begin with. */
const PAGES = [
  { path: '/', routes: ['index.tsx'] },
  { prefix: '/paste/', routes: ['paste.$slug.tsx'] },
  { prefix: '/file/', routes: ['file.$slug.tsx'] },
  { path: '/upload', routes: ['upload.tsx'] },
  { path: '/admin', routes: ['admin.tsx', 'admin/index.tsx'] },
];
const LANGUAGES = ['en', 'zh'] as const;
/** How a route names the texts that its page needs. */
const TEXTS = /loadTexts\(([^)]*)\)/;

/**
 * Tells `public/before-paint.js` which code and texts the first page needs, so that they load together
 * with the app's own, not after it: three round trips less.
 */
export function pagePreloads(): Plugin {
  let root = '';
  return {
    name: 'satchel:page-preloads',
    apply: 'build',
    configResolved(config) {
      root = config.root;
    },
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle }) {
        if (!bundle) return [];
        const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
        const loaded = new Set(
          chunks.map(({ fileName }) => fileName).filter((name) => html.includes(name)),
        );
        const table = await Promise.all(
          PAGES.map(async ({ routes, ...address }) => {
            const files = routes.map((route) => join(root, 'src/routes', route));
            const page = withImports(
              chunks,
              files.map((file) => pageOf(chunks, file)),
            );
            const sources = await Promise.all(files.map((file) => readFile(file, 'utf8')));
            const names = ['shell', ...sources.flatMap(textsOf)];
            const texts = LANGUAGES.map((language) => {
              const files = names.map((name) => join(root, `src/locales/${language}/${name}.json`));
              // Some come in one file.
              return [language, [...new Set(files.map((file) => chunkOf(chunks, file).fileName))]];
            });
            return {
              ...address,
              scripts: page.map(({ fileName }) => fileName).filter((name) => !loaded.has(name)),
              styles: page
                .flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])])
                .filter((name) => !html.includes(name)),
              texts: Object.fromEntries(texts),
            };
          }),
        );
        const attrs = { id: 'preloads', type: 'application/json' };
        return [
          { tag: 'script', attrs, children: JSON.stringify(table), injectTo: 'head-prepend' },
        ];
      },
    },
  };
}

function textsOf(route: string): string[] {
  return TEXTS.exec(route)?.[1]?.match(/[\w-]+/g) ?? [];
}

function chunkOf(chunks: readonly Rolldown.OutputChunk[], module: string): Rolldown.OutputChunk {
  // Of its own, or one that it shares.
  const chunk =
    chunks.find(({ facadeModuleId }) => facadeModuleId === module) ??
    chunks.find(({ moduleIds }) => moduleIds.includes(module));
  if (!chunk) throw new Error(`The build has no chunk of ${module}`);
  return chunk;
}

/** The code of a route's page, which may come with its loader. */
function pageOf(chunks: readonly Rolldown.OutputChunk[], route: string): Rolldown.OutputChunk {
  const isPage = (id: string | null) => id?.startsWith(`${route}?tsr-split=component`);
  const chunk = chunks.find(({ facadeModuleId }) => isPage(facadeModuleId));
  if (!chunk) throw new Error(`The build has no page of ${route}`);
  return chunk;
}

/** Some chunks and all that they import at once, in the order of their need. */
function withImports(
  chunks: readonly Rolldown.OutputChunk[],
  entries: readonly Rolldown.OutputChunk[],
) {
  const found = new Set(entries);
  for (const { imports } of found) {
    for (const name of imports) {
      const imported = chunks.find(({ fileName }) => fileName === name);
      if (imported) found.add(imported);
    }
  }
  return [...found];
}
