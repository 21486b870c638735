import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ApiClient } from '@satchel/api-client';
import { createMount } from '@satchel/api-client/contract/mounts';
import { updateSettingGroup } from '@satchel/api-client/contract/settings';
import { listStorageConfigs } from '@satchel/api-client/contract/storage-configs';
import { launchChromium } from '@satchel/test-kit/chromium';
import { WHOLE_CHROMIUM } from '@satchel/test-kit/chromium-options';
import { logInWithToken } from './log-in.ts';
import { type StartedProcess, startSatchel } from './start-processes.ts';
import type { Tab } from './upload-scene.ts';

/** The server with one mount of its built-in storage, and a browser whose tabs are logged in. */
export interface ExplorerScene {
  readonly browser: Awaited<ReturnType<typeof launchChromium>>;
  readonly server: StartedProcess;
  readonly api: ApiClient;
  readonly token: string;
  /** Folder for files; removed at the end. */
  readonly directory: string;
  openTab(): Promise<Tab>;
  /** Memory of the server and its child processes, in MiB. */
  serverMebibytes(): number;
  stop(): Promise<void>;
}

/** Mount path of the built-in storage. */
export const MOUNT = '/bench';

export async function startExplorerScene(): Promise<ExplorerScene> {
  const directory = await mkdtemp(join(tmpdir(), 'satchel-bench-explorer-'));
  const server = await startSatchel();
  const { api, token } = await logInWithToken(server.url);
  const [storage] = await api.call(listStorageConfigs, {});
  await api.call(createMount, {
    body: {
      name: 'b',
      storage_type: 'S3',
      storage_config_id: storage?.id ?? '',
      mount_path: MOUNT,
    },
  });
  // In MB; larger than the largest file of the benchmarks.
  const body = { max_upload_size: 4000 };
  await api.call(updateSettingGroup, { params: { group: 1 }, query: {}, body });
  const browser = await launchChromium(WHOLE_CHROMIUM);
  return {
    ...{ browser, server, api, token, directory },
    async openTab() {
      const tab = await browser.newPage();
      await tab.addInitScript((value) => localStorage.setItem('admin_token', value), token);
      return tab;
    },
    serverMebibytes: () => mebibytesOf(server.processId),
    async stop() {
      await browser.close();
      await server.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** Opens a tab that shows folders as galleries by time. */
export async function openGallery(
  scene: ExplorerScene,
  script: () => void = () => {},
): Promise<Tab> {
  const tab = await scene.openTab();
  await tab.addInitScript(script);
  await tab.addInitScript(() => {
    localStorage.setItem('file_explorer_view_mode', 'gallery');
    localStorage.setItem('gallery_sort_by', 'modified');
  });
  await tab.setViewportSize({ width: 1280, height: 900 });
  await tab.goto(`${scene.server.url}/mount-explorer${MOUNT}`);
  return tab;
}

/** Memory of a process and its children; shared pages, such as Node's code, count once. */
function mebibytesOf(processId: number): number {
  const rows = execFileSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number) as [number, number]);
  const sum = (id: number): number =>
    rows
      .filter(([, above]) => above === id)
      .reduce((total, [below]) => total + sum(below), proportionalMebibytes(id));
  return sum(processId);
}

function proportionalMebibytes(processId: number): number {
  try {
    const rollup = readFileSync(`/proc/${processId}/smaps_rollup`, 'utf8');
    return Number(/^Pss:\s+(\d+) kB$/m.exec(rollup)?.[1] ?? 0) / 1024;
  } catch {
    // The process has ended in the meantime.
    return 0;
  }
}

/** English translations of the web app, to find buttons by their labels. */
export function wordsOf(namespace: 'explorer' | 'file-shares' | 'tasks' | 'transfers') {
  const path = join(import.meta.dirname, `../apps/web/src/locales/en/${namespace}.json`);
  const words = JSON.parse(readFileSync(path, 'utf8')) as unknown;
  return (key: string): string =>
    String(key.split('.').reduce<unknown>((at, name) => Object(at)[name] as unknown, words));
}
