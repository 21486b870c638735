import type { TestProject } from 'vitest/node';
import { installCeph } from './install-ceph.ts';
import { type Radosgw, startRadosgw } from './start-radosgw.ts';

declare module 'vitest' {
  interface ProvidedContext {
    radosgw: Omit<Radosgw, 'stop'> | undefined;
  }
}

/** One gateway for all conformance files; says aloud whether there is one. */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const skipReason = process.env.SATCHEL_TEST_CEPH === '0' ? 'SATCHEL_TEST_CEPH=0' : installCeph();
  if (skipReason !== undefined) {
    process.stdout.write(`conformance targets: local-s3 (no radosgw: ${skipReason})\n`);
    project.provide('radosgw', undefined);
    return undefined;
  }
  const { stop, ...radosgw } = await startRadosgw();
  process.stdout.write(`conformance targets: local-s3, radosgw ${radosgw.version}\n`);
  project.provide('radosgw', radosgw);
  return stop;
}
