import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

/** The pages that people open first, from links or as an app, and the beginning of their addresses. */
const PAGES = [
  { prefix: '/', route: 'index.tsx' },
  { prefix: '/paste/', route: 'paste.$slug.tsx' },
  { prefix: '/file/', route: 'file.$slug.tsx' },
  { prefix: '/upload', route: 'upload.tsx' },
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
          PAGES.map(async ({ prefix, route }) => {
            const file = join(root, 'src/routes', route);
            const page = withImports(chunks, chunkOf(chunks, `${file}?tsr-split=component`));
            const names = textsOf(await readFile(file, 'utf8'));
            const texts = LANGUAGES.map((language) => {
              const files = names.map((name) => join(root, `src/locales/${language}/${name}.json`));
              // Some come in one file.
              return [language, [...new Set(files.map((file) => chunkOf(chunks, file).fileName))]];
            });
            return {
              prefix,
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
  const names = TEXTS.exec(route)?.[1]?.match(/[\w-]+/g) ?? [];
  return ['shell', ...names];
}

function chunkOf(chunks: readonly Rolldown.OutputChunk[], module: string): Rolldown.OutputChunk {
  // Of its own, or one that it shares.
  const chunk =
    chunks.find(({ facadeModuleId }) => facadeModuleId === module) ??
    chunks.find(({ moduleIds }) => moduleIds.includes(module));
  if (!chunk) throw new Error(`The build has no chunk of ${module}`);
  return chunk;
}

/** A chunk and all that it imports at once, in the order of their need. */
function withImports(chunks: readonly Rolldown.OutputChunk[], chunk: Rolldown.OutputChunk) {
  const found = new Set([chunk]);
  for (const { imports } of found) {
    for (const name of imports) {
      const imported = chunks.find(({ fileName }) => fileName === name);
      if (imported) found.add(imported);
    }
  }
  return [...found];
}
