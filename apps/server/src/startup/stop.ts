import { Server as NetServer } from 'node:net';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';

/** For what comes after the requests: views are written, crawls stopped, the database closed. */
const CLOSE_TIMEOUT_MS = 8000;
/** For requests to notice that their connections are gone. */
const CUT_TIMEOUT_MS = 1000;
/** How long to wait for a moment at which no connection waits, under load. */
const TAKE_TIMEOUT_MS = 1000;
/** A turn of the event loop in which nothing was done takes less. */
const IDLE_TURN_MS = 0.2;

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
  await takeWaitingConnections(app.server);
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

/**
 * Takes over connections that the system has accepted, so that the listener can be closed right after:
 * the system resets those that still wait then, after it has let them send. Node takes one in a turn of
 * its loop, and more arrive during a busy turn; so it waits for a turn that was idle.
 */
async function takeWaitingConnections(server: NetServer): Promise<void> {
  let isTaken = false;
  const onConnection = () => {
    isTaken = true;
  };
  server.on('connection', onConnection);
  const end = performance.now() + TAKE_TIMEOUT_MS;
  for (let begun = performance.now(); begun < end; begun = performance.now()) {
    isTaken = false;
    await nextTurn();
    if (!isTaken && performance.now() - begun < IDLE_TURN_MS) break;
  }
  server.off('connection', onConnection);
}
