import { once } from 'node:events';
import { createServer, Server as NetServer, type Server } from 'node:net';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';

/** Timeout for the work after the last request: writing views, stopping crawls, closing the database. */
const CLOSE_TIMEOUT_MS = 8000;
/** Timeout for requests to notice that their connections are closed. */
const CUT_TIMEOUT_MS = 1000;
/** Maximum wait for a moment without waiting connections, under load. */
const TAKE_TIMEOUT_MS = 1000;
/** Duration below which a turn of the event loop counts as idle. */
const IDLE_TURN_MS = 0.05;

export interface Running {
  readonly app: FastifyInstance;
  readonly services: {
    readonly readiness: { drain(): void };
    close(): Promise<void>;
  };
  readonly logger: FastifyBaseLogger;
  /** Maximum time in ms for running requests to end. */
  readonly graceMs: number;
  /** Time in ms for which requests are still accepted, so that load balancers notice the stop. */
  readonly delayMs: number;
}

/**
 * Stops the server: announces it and waits for `delayMs`, accepts no more connections, lets running
 * requests end, and then closes everything.
 *
 * @returns the exit code: 0 if everything ended by itself
 */
export async function stop({ app, services, logger, graceMs, delayMs }: Running): Promise<0 | 1> {
  const failed = (err: unknown) => {
    logger.error({ err }, 'failed while stopping');
    return false;
  };
  services.readiness.drain();
  await sleep(delayMs);
  await compileClosePort().catch(failed);
  await takeWaitingConnections(app.server);
  closePort(app.server);
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

/** Accepts no more connections. Those that are open stay, unlike with an HTTP server's own `close`. */
function closePort(server: Server): void {
  NetServer.prototype.close.call(server);
}

/**
 * Closes ports that nobody knows, so that the code for it is compiled. Compiling took long enough for connections
 * to arrive, which the system reset after they had sent their requests.
 */
async function compileClosePort(): Promise<void> {
  for (let times = 0; times < 3; times += 1) {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    closePort(server);
    await once(server, 'close');
  }
}

/**
 * Accepts connections that wait in the system's queue, so that the listener can be closed right after.
 * Otherwise the system would reset them after they have sent their requests. Node accepts one per turn
 * of the event loop, and more arrive during a busy turn, so this waits for an idle turn.
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
