import { Server as NetServer } from 'node:net';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';

/** For what comes after the requests: views are written, crawls stopped, the database closed. */
const CLOSE_TIMEOUT_MS = 8000;
/** For requests to notice that their connections are gone. */
const CUT_TIMEOUT_MS = 1000;

export interface Running {
  readonly app: FastifyInstance;
  readonly services: {
    readonly readiness: { drain(): void };
    close(): Promise<void>;
  };
  readonly logger: FastifyBaseLogger;
  /** How long running requests may take to end, in milliseconds. */
  readonly graceMs: number;
  /** How long requests are still taken, for whoever spreads them to notice, in milliseconds. */
  readonly delayMs: number;
}

/**
 * Says that it is going and waits until that is known, takes no more connections, lets the requests that
 * run come to their end, and closes the rest in any case.
 *
 * @returns the exit code: 0 where all of it ended by itself
 */
export async function stop({ app, services, logger, graceMs, delayMs }: Running): Promise<0 | 1> {
  const failed = (err: unknown) => {
    logger.error({ err }, 'failed while stopping');
    return false;
  };
  services.readiness.drain();
  await sleep(delayMs);
  // Takes over connections that the system has accepted, before the listener is closed; otherwise the system
  // would cut them off after they were allowed to send.
  await nextTurn();
  NetServer.prototype.close.call(app.server);
  const drained = app.close().then(
    () => true,
    // Fastify closes the listener, too.
    (error) => error.code === 'ERR_SERVER_NOT_RUNNING' || failed(error),
  );
  const isDrained = await Promise.race([drained, sleep(graceMs, false)]);
  if (!isDrained) {
    logger.error({ graceMs }, 'requests did not end within the grace and were cut off');
    app.server.closeAllConnections();
    await Promise.race([drained, sleep(CUT_TIMEOUT_MS)]);
  }
  const closed = services.close().then(() => true, failed);
  const isClosed = await Promise.race([closed, sleep(CLOSE_TIMEOUT_MS, undefined)]);
  if (isClosed === undefined) logger.error('the database and the rest did not close in time');
  return isDrained && isClosed ? 0 : 1;
}
