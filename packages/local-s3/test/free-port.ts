import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Below the ports that systems give to outgoing connections: Linux from 32768, others from 49152.
 * A port from there may be taken by any connection before its server listens.
 */
const PORTS = { from: 20_000, to: 32_000 };
const ATTEMPTS = 50;

/** Port of loopback that nothing listens on, and that no outgoing connection takes by chance. */
export async function freePort(): Promise<number> {
  for (let attempt = 1; ; attempt += 1) {
    const port = randomInt(PORTS.from, PORTS.to);
    const probe = createServer().listen(port, '127.0.0.1');
    try {
      await once(probe, 'listening');
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
      continue;
    }
    probe.close();
    await once(probe, 'close');
    return port;
  }
}
