// @vitest-environment node
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ResolvedConfig } from 'vite';
import { expect, it, onTestFinished } from 'vitest';
import { createAppShell } from './app-shell.ts';
import type { Chunks } from './manifest.ts';

const SMALL = 10;
const LARGE = 300_000;

/** Revisions that the service worker gets for the files of a build. */
function revisionsOf(chunks: Chunks, sizes: Record<string, number> = {}) {
  const root = mkdtempSync(join(tmpdir(), 'satchel-shell-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  mkdirSync(join(root, '.vite'));
  writeFileSync(join(root, '.vite/manifest.json'), JSON.stringify(chunks));
  const sizeOf = (file: string) => sizes[file] ?? SMALL;
  const files = Object.values(chunks).flatMap(({ file, css = [] }) => [file, ...css]);
  for (const file of files) writeFileSync(join(root, file), 'x'.repeat(sizeOf(file)));
  const { plugin, mark } = createAppShell();
  const configResolved = plugin.configResolved as (config: ResolvedConfig) => void;
  configResolved({ root, build: { outDir: '.' } } as ResolvedConfig);
  const entries = ['index.html', ...files].map((url) => ({
    url,
    revision: url === 'index.html' ? 'abc' : null,
    size: sizeOf(url),
  }));
  const { manifest } = mark(entries);
  return Object.fromEntries(manifest.map(({ url, revision }) => [url, revision]));
}

it('the app, its parts and their styles are fetched ahead; the panel and languages are not', () => {
  const chunks: Chunks = {
    'index.html': {
      file: 'index.js',
      imports: ['_vendor.js'],
      css: ['index.css'],
      dynamicImports: ['src/routes/paste.tsx', 'src/routes/admin.tsx', 'node_modules/x/python.js'],
    },
    '_vendor.js': { file: 'vendor.js' },
    'src/routes/paste.tsx': { file: 'paste.js', dynamicImports: ['src/viewer.tsx'] },
    'src/viewer.tsx': { file: 'viewer.js', css: ['viewer.css'] },
    'src/routes/admin.tsx': { file: 'admin.js' },
    'node_modules/x/python.js': { file: 'python.js' },
  };
  expect(revisionsOf(chunks)).toEqual({
    'index.html': 'abc',
    'index.js': 'shell',
    'index.css': 'shell',
    'vendor.js': 'shell',
    'paste.js': 'shell',
    'viewer.js': 'shell',
    'viewer.css': 'shell',
    'admin.js': null,
    'python.js': null,
  });
});

it('a part that needs a large file is cached at its first use, with what only it needs', () => {
  const chunks: Chunks = {
    'index.html': { file: 'index.js', dynamicImports: ['src/editor.tsx', 'src/small.tsx'] },
    'src/editor.tsx': { file: 'editor.js', imports: ['_codemirror.js', '_shared.js'] },
    '_codemirror.js': { file: 'codemirror.js' },
    '_shared.js': { file: 'shared.js' },
    'src/small.tsx': { file: 'small.js', imports: ['_shared.js'] },
  };
  expect(revisionsOf(chunks, { 'codemirror.js': LARGE })).toMatchObject({
    'editor.js': null,
    'codemirror.js': null,
    'shared.js': 'shell',
    'small.js': 'shell',
  });
});

it('a build whose app is too large to be fetched ahead fails, and so does one that lacks a file', () => {
  const chunks: Chunks = { 'index.html': { file: 'index.js' } };
  expect(() => revisionsOf(chunks, { 'index.js': 2_000_000 })).toThrow('The app shell has');
  const broken: Chunks = { 'index.html': { file: 'index.js', imports: ['_gone.js'] } };
  expect(() => revisionsOf(broken)).toThrow('The build has no _gone.js');
});
