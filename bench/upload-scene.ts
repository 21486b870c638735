import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { bundle, launchChromium } from '@satchel/test-kit/chromium';
import { WHOLE_CHROMIUM } from '@satchel/test-kit/chromium-options';
import { type Line, startLine } from './start-line.ts';
import { start } from './start-processes.ts';
import { type ProxyKind, startTlsProxy } from './tls-proxy.ts';
import type { Contender } from './upload-contenders.ts';
import type { Outcome, UploadPage } from './upload-engine-page.ts';
import {
  type Addresses,
  BUCKET,
  clientConfig,
  startSigningServer,
  startStore,
  takeObjects,
} from './upload-store.ts';

declare const page: UploadPage;

type Browser = Awaited<ReturnType<typeof launchChromium>>;
export type Tab = Awaited<ReturnType<Browser['newPage']>>;

/** Servers for benchmarks of uploads: the store, the signing server, the tus server, and a browser. */
export interface UploadScene {
  readonly browser: Browser;
  /** Folder for files; removed at the end. */
  readonly directory: string;
  /** Addresses without a proxy. */
  readonly near: Addresses;
  /** Addresses behind a proxy that adds latency, half of it in each direction. */
  behind(latencyMs: number): Promise<Addresses>;
  /**
   * All servers under one address with TLS, at the end of a line. `besides` has another address for the store,
   * with HTTP/1.1, as `UPLOAD_URL` names one.
   */
  through(kind: ProxyKind, line: Line): Promise<Addresses & { readonly besides: Addresses }>;
  /** Uploads files in a new tab and checks the stored objects. */
  upload(
    contender: Contender,
    paths: readonly string[],
    addresses: Addresses,
    watch?: (tab: Tab) => Promise<() => void>,
  ): Promise<Outcome>;
  stop(): Promise<void>;
}

/** Timeout of an upload. */
const LIMIT_MS = 180_000;

export async function startUploadScene(): Promise<UploadScene> {
  const directory = await mkdtemp(join(tmpdir(), 'satchel-bench-upload-'));
  const tusDirectory = join(directory, 'tus');
  const store = await startStore(join(directory, 's3'));
  const tus = await start([join(import.meta.dirname, 'tus-server.ts')], {
    DIRECTORY: tusDirectory,
  });
  const script = await bundle(join(import.meta.dirname, 'upload-engine-page.ts'));
  const signing = await startSigningServer(script, store.url);
  // Certificates of the proxies are their own.
  const browser = await launchChromium({
    ...WHOLE_CHROMIUM,
    args: [...WHOLE_CHROMIUM.args, '--ignore-certificate-errors'],
  });
  // Tabs of one context share what the engine remembers, as those of a person do.
  const context = await browser.newContext();
  /** Contexts of browsers that speak HTTP/3, by the address of the page. */
  const quicContexts = new Map<string, typeof context>();
  const started: { stop(): Promise<void> }[] = [store, tus];
  const near = { page: signing.url, store: store.url, tus: tus.url };

  async function delay(target: string, line: Line, isQuic = false): Promise<string> {
    const delayed = await startLine(target, line, isQuic);
    started.push(delayed);
    return delayed.url;
  }

  async function check(contender: Contender, paths: readonly string[]): Promise<void> {
    const sizes = new Map<string, number>();
    for (const path of paths) sizes.set(basename(path), (await stat(path)).size);
    if (contender !== 'tus') return takeObjects(store.url, sizes);
    for (const [name, sizeBytes] of sizes) {
      const { size } = await stat(join(tusDirectory, name));
      if (size !== sizeBytes) throw new Error(`${name} has ${size} bytes`);
    }
    await empty(tusDirectory);
  }

  return {
    ...{ browser, directory, near },
    async behind(latencyMs) {
      return {
        page: await delay(near.page, { latencyMs }),
        store: await delay(near.store, { latencyMs }),
        tus: await delay(near.tus, { latencyMs }),
      };
    },
    async through(kind, line) {
      const proxy = await startTlsProxy(kind, near, directory);
      started.push(proxy);
      const isFar = Object.values(line).some((value) => value > 0);
      const isQuic = kind.endsWith('/3');
      const reach = async (target: string) => {
        const { port } = new URL(isFar ? await delay(target, line, isQuic) : target);
        return `https://localhost:${port}`;
      };
      const url = await reach(proxy.url);
      if (isQuic) {
        const quic = await launchChromium(quicChromium(proxy.keyHash));
        started.push({ stop: () => quic.close() });
        quicContexts.set(url, await quic.newContext());
      }
      const all = { page: url, store: url, tus: url };
      return { ...all, besides: { ...all, store: await reach(proxy.uploadUrl) } };
    },
    async upload(contender, paths, addresses, watch) {
      await signing.signFor(addresses.store);
      const tab = await (quicContexts.get(addresses.page) ?? context).newPage();
      // Warms up the page: bundles and loads it, so that only the upload is measured.
      await tab.goto(addresses.page);
      await tab.waitForFunction(() => 'page' in globalThis);
      await tab.setInputFiles('input', [...paths]);
      const target = {
        bucket: BUCKET,
        config: clientConfig(addresses.store),
        tusUrl: addresses.tus,
      };
      const unwatch = await watch?.(tab);
      const outcome = await Promise.race([
        tab.evaluate(([name, given]) => page.run(name, given), [contender, target] as const),
        giveUp(),
      ]);
      unwatch?.();
      await tab.close();
      const checked = check(contender, paths);
      // Also removes the objects of a failed run, but reports the run's own error.
      await (outcome.failure === null ? checked : checked.catch(() => {}));
      return outcome;
    },
    async stop() {
      await browser.close();
      signing.stop();
      await Promise.all(started.map((process) => process.stop()));
      await rm(directory, { recursive: true });
    },
  };
}

/** A browser that uses HTTP/3 for everything, and trusts a key. */
function quicChromium(keyHash: string): typeof WHOLE_CHROMIUM {
  return {
    ...WHOLE_CHROMIUM,
    args: [
      ...WHOLE_CHROMIUM.args.filter((argument) => argument !== '--disable-quic'),
      ...['--enable-quic', '--origin-to-force-quic-on=*'],
      // QUIC tries one address only, and `localhost` begins with that of IPv6.
      '--host-resolver-rules=MAP localhost 127.0.0.1',
      `--ignore-certificate-errors-spki-list=${keyHash}`,
    ],
  };
}

function giveUp(): Promise<Outcome> {
  const failure = `not over after ${LIMIT_MS / 1000} s`;
  const outcome = { elapsedMs: LIMIT_MS, failure };
  return new Promise((resolve) => setTimeout(resolve, LIMIT_MS, outcome).unref());
}

async function empty(directory: string): Promise<void> {
  for (const name of await readdir(directory)) await rm(join(directory, name));
}

/** Writes files of equal size with different bytes. */
export async function writeFiles(
  directory: string,
  count: number,
  sizeBytes: number,
): Promise<readonly string[]> {
  const into = join(directory, `${count}-files`);
  await mkdir(into, { recursive: true });
  const paths = Array.from({ length: count }, (_, index) => join(into, `file-${index}.bin`));
  for (const path of paths) await writeFile(path, Buffer.alloc(sizeBytes, basename(path)));
  return paths;
}
