import type { TestProject } from 'vitest/node';
import { installCeph } from './install-ceph.ts';
import { type Radosgw, startRadosgw } from './start-radosgw.ts';

declare module 'vitest' {
  interface ProvidedContext {
    radosgw: Omit<Radosgw, 'stop' | 'restartGateway'> | undefined;
  }
}

/** Starts one gateway for all conformance files, and prints whether there is one. */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const found = await findRadosgw();
  if (typeof found === 'string') {
    process.stdout.write(`conformance targets: local-s3 (no radosgw: ${found})\n`);
    project.provide('radosgw', undefined);
    return undefined;
  }
  const { stop, restartGateway: _, ...radosgw } = found;
  process.stdout.write(`conformance targets: local-s3, radosgw ${radosgw.version}\n`);
  project.provide('radosgw', radosgw);
  return stop;
}

/** Returns the gateway, or the reason why there is none. Without Ceph only our own store is tested. */
async function findRadosgw(): Promise<Radosgw | string> {
  if (process.env.SATCHEL_TEST_CEPH === '0') return 'SATCHEL_TEST_CEPH=0';
  const reason = installCeph();
  if (reason !== undefined) return reason;
  try {
    return await startRadosgw();
  } catch (error) {
    return `it did not start: ${error instanceof Error ? error.message : error}`;
  }
}
