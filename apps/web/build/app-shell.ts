import { readFileSync } from 'node:fs';
import { join, parse, resolve } from 'node:path';
import type { Plugin } from 'vite';

/** Goal of the app's shell, which everybody who opens the app once loads in the background. */
const SHELL_BUDGET_BYTES = 1_500_000;

/** What `/`, shares and directories need to open offline, with all that is shown at once on them. */
const SHELL_ENTRIES = [
  'index.html',
  'src/routes/index.tsx?tsr-split=component',
  'src/routes/paste.$slug.tsx?tsr-split=component',
  'src/routes/file.$slug.tsx?tsr-split=component',
  'src/routes/upload.tsx?tsr-split=component',
  'src/routes/mount-explorer.$.tsx?tsr-split=component---loader',
  'src/features/mount-explorer/components/explorer-page.tsx',
  'src/shared/site-extras/shell-extras.tsx',
  'src/shared/tasks/header-session.tsx',
  'src/shared/tasks/log-out-question.tsx',
  'src/shared/tasks/task-menu.tsx',
  'src/shared/offline/offline-host.tsx',
  'src/shared/offline/clear-offline.ts',
  'src/shared/offline/components/queue-dialog.tsx',
  'src/shared/offline/queue/queue-change.ts',
  'src/shared/offline/queue/when-sent.ts',
  'src/shared/offline/app/update-app.ts',
  'src/shared/markdown/markdown-preview.tsx',
  'src/shared/markdown/editor-toolbar.tsx',
  'src/shared/shares/delete-own-share.tsx',
  'src/shared/shares/limited-share-gate.tsx',
  'src/shared/shares/password-prompt.tsx',
  'src/shared/shares/refusal-notice.tsx',
  'src/shared/shares/share-problem.tsx',
  'src/features/file-shares/components/uploads/chosen-files.tsx',
  'src/features/file-shares/components/uploads/pending-uploads.tsx',
  'src/features/file-shares/components/uploads/recent-uploads.tsx',
  'src/features/file-shares/components/uploads/upload-list.tsx',
  'src/features/file-shares/components/uploads/url-upload-form.tsx',
  'src/features/text-shares/components/new-text-options.tsx',
  'src/features/text-shares/components/recent-texts.tsx',
  'src/features/text-shares/components/text-kind-select.tsx',
  'src/features/text-shares/components/text-share-result.tsx',
  'texts-en',
  'texts-zh',
  'file-texts-en',
  'file-texts-zh',
  '../../packages/ui/src/parts/toast-region.tsx',
  '../../packages/ui/src/parts/tooltip-popup.tsx',
];
/** The words of these pages, in both languages; those of the panel are kept once they are used. */
const LOCALES = /^src\/locales\/\w+\/(explorer|offline|transfers)\.json$/;
const NAMED_FILES = new Set([
  'index.html',
  'before-paint.js',
  'favicon.svg',
  'manifest.webmanifest',
]);

interface Chunk {
  readonly file: string;
  /** Of the module that it was made for. */
  readonly name?: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}

interface ManifestEntry {
  url: string;
  revision: string | null;
  size: number;
}

/**
 * Says which files the service worker fetches when it is installed: those keep a revision. The others
 * have none, and are kept when they are used. The build fails where a file of the shell is gone, or the
 * shell is larger than its budget.
 *
 * @returns the transformation of the worker's list, and the plugin that tells it the folder of the build
 */
export function createAppShell() {
  let directory = '';
  const plugin: Plugin = {
    name: 'satchel:app-shell',
    configResolved(config) {
      directory = resolve(config.root, config.build.outDir);
    },
  };
  const mark = (entries: ManifestEntry[]) => {
    const shell = shellFiles(directory);
    const manifest = entries.map((entry) => {
      const isNamed = NAMED_FILES.has(entry.url);
      const isShell = isNamed || shell.delete(entry.url);
      return { ...entry, revision: isShell ? (entry.revision ?? 'shell') : null };
    });
    if (shell.size > 0) throw new Error(`Not among the built files: ${[...shell].join(', ')}`);
    const bytes = manifest.reduce((sum, { size, revision }) => sum + (revision ? size : 0), 0);
    if (bytes > SHELL_BUDGET_BYTES) throw new Error(`The app shell has ${bytes} bytes`);
    return { manifest };
  };
  return { plugin, mark };
}

function shellFiles(distribution: string): Set<string> {
  const chunks = JSON.parse(
    readFileSync(join(distribution, '.vite/manifest.json'), 'utf8'),
  ) as Record<string, Chunk>;
  const seen = new Set<string>();
  const files = new Set<string>();
  const add = (name: string) => {
    const chunk = chunks[name] ?? sharedChunk(chunks, name);
    if (!chunk) throw new Error(`The build has no ${name}`);
    if (seen.has(name)) return;
    seen.add(name);
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file);
    for (const imported of chunk.imports ?? []) add(imported);
  };
  for (const name of SHELL_ENTRIES) add(name);
  for (const name of Object.keys(chunks)) if (LOCALES.test(name)) add(name);
  return files;
}

/** A module that other chunks import, too, is listed by the chunk's name instead of its own path. */
function sharedChunk(chunks: Readonly<Record<string, Chunk>>, module: string): Chunk | undefined {
  const { name } = parse(module);
  return Object.entries(chunks).find(([key, chunk]) => key[0] === '_' && chunk.name === name)?.[1];
}
