import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { root, run } from './run.ts';
import { installToolchains } from './toolchains.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The file that would go to the registry, by the name of the package. */
    packed: Readonly<Record<PublishedName, string>>;
  }
}

export type PublishedName = (typeof PUBLISHED)[number];

const PUBLISHED = ['permissions', 'multipart-uploader', 'api-client', 'cli'] as const;

/** Builds and packs the published packages as publishing does. */
export async function setup(project: TestProject): Promise<void> {
  const folder = join(root, 'node_modules/.satchel/packed');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const packed: Record<string, string> = {};
  for (const name of PUBLISHED) {
    const cwd = join(root, 'packages', name);
    // Removes the output of an earlier build, which could hide that none was made.
    await rm(join(cwd, 'dist'), { recursive: true, force: true });
    await run('pnpm', ['pack', '--pack-destination', folder], cwd);
    const file = (await readdir(folder)).find((entry) => entry.startsWith(`satchel-${name}-`));
    packed[name] = join(folder, file ?? '');
  }
  await installToolchains();
  project.provide('packed', packed as Record<PublishedName, string>);
}
