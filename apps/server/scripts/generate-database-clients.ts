// Writes a Prisma client for each database from the one schema (ADR 4). Skips what is up to date.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '..');
const generated = join(root, 'generated');
const schema = readFileSync(join(root, 'prisma/schema.prisma'), 'utf8');
const require = createRequire(import.meta.url);
const packagePath = require.resolve('prisma/package.json');
const { version } = JSON.parse(readFileSync(packagePath, 'utf8')) as { version: string };
const stampPath = join(generated, '.stamp');
const stamp = createHash('sha256').update(version).update(schema).digest('hex');

if (!existsSync(stampPath) || readFileSync(stampPath, 'utf8') !== stamp) {
  for (const provider of ['sqlite', 'postgresql']) {
    const directory = join(generated, provider);
    mkdirSync(directory, { recursive: true });
    const schemaPath = join(directory, 'schema.prisma');
    writeFileSync(
      schemaPath,
      schema.replace('"OUTPUT"', '"./client"').replace('"PROVIDER"', `"${provider}"`),
    );
    execFileSync(
      process.execPath,
      [join(dirname(packagePath), 'build/index.js'), 'generate', '--schema', schemaPath],
      {
        // The engine is never run, but the command insists on finding one.
        env: {
          ...process.env,
          PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
          CHECKPOINT_DISABLE: '1',
        },
        // It tells on stderr what it reads, which nobody needs; a failure throws with it.
        stdio: ['ignore', 'ignore', 'pipe'],
      },
    );
  }
  writeFileSync(stampPath, stamp);
}
