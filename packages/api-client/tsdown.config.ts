import { createRequire } from 'node:module';
import { join } from 'node:path';
import { defineConfig } from 'tsdown';
import { commentTypes } from './scripts/comment-types.ts';

const require = createRequire(import.meta.url);
const typescript = join(require.resolve('typescript/package.json'), '..');

export default defineConfig({
  entry: [
    'src/*.ts',
    'src/contract/*.ts',
    'src/uploads/upload-queue.ts',
    'src/uploads/pending-uploads.ts',
    'src/mock/mock.ts',
    'src/permissions/permissions.ts',
    '!src/**/*.test.ts',
  ],
  platform: 'neutral',
  unbundle: true,
  // The schemas' types are inferred, which `isolatedDeclarations` forbids; so tsc writes them.
  dts: { tsgo: { path: join(typescript, 'bin/tsc') } },
  onSuccess: ({ outDir }) => commentTypes(outDir),
});
