import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const brotliAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

/** `index.html` is left out, because the server reads it to add its content security policy. */
const COMPRESSIBLE = /\.(js|css|svg|json|webmanifest|wasm|bcmap)$/;
/** Below this, the compressed file is as long. */
const MIN_BYTES = 256;

/** Compresses at build time with the highest level, so that no server compresses for each request. */
export function compressAssets(): Plugin {
  let directory = '';
  return {
    name: 'satchel:compress-assets',
    apply: 'build',
    configResolved(config) {
      directory = resolve(config.root, config.build.outDir);
    },
    closeBundle: {
      // After the plugin that writes the service worker.
      order: 'post',
      sequential: true,
      async handler() {
        const entries = await readdir(directory, { recursive: true, withFileTypes: true });
        const files = entries
          .filter((entry) => entry.isFile() && COMPRESSIBLE.test(entry.name))
          .map((entry) => join(entry.parentPath, entry.name));
        await Promise.all(files.map(compressFile));
      },
    },
  };
}

async function compressFile(path: string): Promise<void> {
  const bytes = await readFile(path);
  if (bytes.length < MIN_BYTES) return;
  const quality = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  await writeFile(`${path}.br`, await brotliAsync(bytes, { params: quality }));
  await writeFile(`${path}.gz`, await gzipAsync(bytes, { level: 9 }));
}
