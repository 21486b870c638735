import { createReadStream } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

const PREFIX = 'assets/pdf/';
const FOLDERS = ['cmaps', 'standard_fonts', 'wasm'];

/**
 * Serves what pdf.js loads by itself: character maps (without them Chinese PDFs show boxes), the standard
 * fonts, and decoders of rarer image formats.
 */
export function pdfResources(): Plugin {
  const source = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
  return {
    name: 'satchel:pdf-resources',
    configureServer(server) {
      server.middlewares.use(`/${PREFIX}`, (request, response, next) => {
        const [folder = '', name = ''] =
          (request.url ?? '').split('?')[0]?.slice(1).split('/') ?? [];
        if (!FOLDERS.includes(folder) || !/^[\w.-]+$/.test(name)) return next();
        createReadStream(join(source, folder, name))
          .on('error', next)
          .pipe(response);
      });
    },
    async generateBundle() {
      for (const folder of FOLDERS) {
        for (const name of await readdir(join(source, folder))) {
          // The licences of these files have to be distributed with them.
          const bytes = await readFile(join(source, folder, name));
          this.emitFile({ type: 'asset', fileName: `${PREFIX}${folder}/${name}`, source: bytes });
        }
      }
    },
  };
}
