import type { Plugin, Rolldown } from 'vite';

type Chunk = Rolldown.OutputChunk;

/** The pages that people arrive at by a link, and the texts that each of them needs. */
const PAGES = [
  {
    prefix: '/paste/',
    route: '_queries/paste.$slug',
    texts: ['share-views.json'],
  },
  {
    prefix: '/file/',
    route: '_queries/file.$slug',
    texts: ['file-shares.json', 'share-views.json', 'previews.json'],
  },
  { prefix: '/', route: 'index', texts: [] },
];
const TEXTS_OF_ALL = ['first-page.ts'];
const LANGUAGES = ['en', 'zh'];
const LAYOUT = '_queries';

/**
 * Tells `before-paint.js` which files a page will ask for, so that all of them load at once and not
 * one after another. The list is in the page as JSON, because the CSP forbids inline scripts.
 */
export function firstPagePreloads(): Plugin {
  return {
    name: 'satchel:first-page-preloads',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        if (!bundle) return [];
        const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
        const preloads = PAGES.map((page) => ({ prefix: page.prefix, ...filesOf(page, chunks) }));
        const attrs = { type: 'application/json', id: 'preloads' };
        return [
          { tag: 'script', attrs, children: JSON.stringify(preloads), injectTo: 'head-prepend' },
        ];
      },
    },
  };
}

function filesOf(page: (typeof PAGES)[number], chunks: readonly Chunk[]) {
  const layouts = page.route.startsWith(LAYOUT) ? [LAYOUT] : [];
  const scripts = [page.route, ...layouts].flatMap((route) =>
    withImports(find(chunks, `/src/routes/${route}.tsx?tsr-split=component`), chunks),
  );
  const texts = LANGUAGES.map((language) => [
    language,
    [...TEXTS_OF_ALL, ...page.texts].map(
      (name) => find(chunks, `/src/locales/${language}/${name}`).fileName,
    ),
  ]);
  const styles = chunks
    .filter(({ fileName }) => scripts.includes(fileName))
    .flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]);
  return { scripts: [...new Set(scripts)], styles, texts: Object.fromEntries(texts) };
}

function find(chunks: readonly Chunk[], ending: string): Chunk {
  const found = chunks.find((chunk) => chunk.facadeModuleId?.endsWith(ending));
  if (!found) throw new Error(`No chunk is made of ${ending}`);
  return found;
}

function withImports(chunk: Chunk, chunks: readonly Chunk[], seen = new Set<string>()): string[] {
  if (seen.has(chunk.fileName)) return [];
  seen.add(chunk.fileName);
  for (const name of chunk.imports) {
    const imported = chunks.find(({ fileName }) => fileName === name);
    if (imported) withImports(imported, chunks, seen);
  }
  return [...seen];
}
