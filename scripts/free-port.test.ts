import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { freePort } from '../packages/local-s3/test/free-port.ts';

const LINUX_RANGE = '/proc/sys/net/ipv4/ip_local_port_range';

it('is never a port that the system gives to an outgoing connection', async () => {
  const range = existsSync(LINUX_RANGE) ? readFileSync(LINUX_RANGE, 'utf8') : '49152 65535';
  const lowest = Number.parseInt(range, 10);

  const ports = await Promise.all(Array.from({ length: 50 }, () => freePort()));
  expect(Math.max(...ports)).toBeLessThan(lowest);
  expect(Math.min(...ports)).toBeGreaterThan(1024);
});
