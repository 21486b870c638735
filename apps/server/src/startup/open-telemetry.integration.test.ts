import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createTextShare } from '@satchel/api-client/contract/text-shares';
import { freePort } from '@satchel/test-kit/free-port';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fromSources } from '../../server-process.mjs';
import { connectAsAdmin } from '../../test/share-contents.ts';
import { startChild } from '../../test/start-child.ts';
import { ADMIN } from '../../test/start-server.ts';
import { uploadFile } from '../../test/upload-files.ts';

const PRELOADED = pathToFileURL(join(import.meta.dirname, '../../test/list-loaded-modules.ts'));
/** Packages for metrics and traces, and those that patch other modules for them on loading. */
const TELEMETRY = /^(@opentelemetry\/|@prisma\/instrumentation$|(require|import)-in-the-middle$)/;

describe('what a server loads of OpenTelemetry', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'satchel-loaded-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** Packages that a server has loaded after handling some requests. */
  const loadedBy = async (name: string, env: Readonly<Record<string, string>>) => {
    const list = join(folder, `${name}.txt`);
    const variables = {
      DATA_DIR: join(folder, name),
      ADMIN_PASSWORD: ADMIN.password,
      NODE_OPTIONS: `--import=${PRELOADED.href}`,
      LOADED_MODULES_FILE: list,
      ...env,
    };
    // Runs the sources, because a bundle does not name the packages of its parts.
    const child = startChild(await freePort(), variables, fromSources.server);
    await child.ready;
    const api = await connectAsAdmin(child.url, ADMIN);
    await api.call(createTextShare, { body: { content: 'text' } });
    const { slug } = await uploadFile(api, 'file');
    expect(await (await fetch(`${child.url}/api/file-download/${slug}`)).text()).toBe('file');
    child.process.kill('SIGTERM');
    const killedAt = performance.now();
    expect(await child.ended, child.errors()).toBe(0);
    expect(performance.now() - killedAt).toBeLessThan(5000);
    const addresses = (await readFile(list, 'utf8')).split('\n');
    return new Set(
      addresses.map((url) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1] ?? ''),
    );
  };

  it('is nothing where no collector is configured', async () => {
    const loaded = await loadedBy('without', {});
    expect(loaded).toContain('fastify');
    expect([...loaded].filter((name) => TELEMETRY.test(name))).toEqual([]);
  });

  it('is what traces where one is, which delays no stop when it cannot be reached', async () => {
    const loaded = await loadedBy('with', {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await freePort()}`,
    });
    for (const name of ['sdk-trace', 'exporter-trace-otlp-http', 'instrumentation']) {
      expect(loaded).toContain(`@opentelemetry/${name}`);
    }
    expect([...loaded].some((name) => name.endsWith('-in-the-middle'))).toBe(true);
  });
});
