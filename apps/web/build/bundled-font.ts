import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

const FONT = /figtree-[\w-]+\.woff2$/;

/**
 * The font of `@satchel/ui` loads beside the code, which goes first: until the font is there, a stand-in of
 * the same measures is shown. Its licence lies beside it, as the licence asks.
 */
export function bundledFont(): Plugin {
  return {
    name: 'satchel:bundled-font',
    apply: 'build',
    async generateBundle(_options, bundle) {
      const source = find(bundle)?.originalFileNames[0];
      if (!source) throw new Error('The build has no font');
      const licence = join(this.environment.config.root, dirname(source), '../LICENSE');
      this.emitFile({
        type: 'asset',
        fileName: 'assets/figtree-license.txt',
        source: await readFile(licence),
      });
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const font = bundle && find(bundle);
        if (!font) return [];
        const attrs = {
          rel: 'preload',
          as: 'font',
          type: 'font/woff2',
          crossorigin: '',
          fetchpriority: 'low',
        };
        return [{ tag: 'link', attrs: { ...attrs, href: `/${font.fileName}` }, injectTo: 'head' }];
      },
    },
  };
}

function find(bundle: Rolldown.OutputBundle): Rolldown.OutputAsset | undefined {
  return Object.values(bundle).find(
    (output): output is Rolldown.OutputAsset =>
      output.type === 'asset' && output.originalFileNames.some((name) => FONT.test(name)),
  );
}
