import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { createGroupCommit } from '#concurrency/group-commit.ts';
import { within } from '#concurrency/within.ts';

/**
 * Notifies every replica, including this one, of changes, so that their caches drop the old values.
 * Cached values that rely on the feed are invalid while it is disconnected.
 */
export interface ChangeFeed {
  /** True if only this process changes the database, so that it knows every change immediately. */
  readonly isSingleProcess: boolean;
  /**
   * False while changes of other replicas may be missed. Results that are read now must not be cached.
   */
  readonly isConnected: boolean;
  /**
   * Resolves once the other replicas are notified, or after 2 s. A write that awaits it is therefore
   * acknowledged only after they know of it, unless the database is unreachable.
   */
  publish(topic: string, key: string): Promise<void>;
  /**
   * Waits until each message that another replica has published before this call is delivered here.
   * Returns false if that is unknown: cached values may then be older than an acknowledged write.
   */
  catchUp(): Promise<boolean>;
  subscribe(topic: string, listener: (key: string) => void): void;
  /**
   * Called when the feed is lost and again when it is back. Changes may have been missed, so listeners
   * drop all that depends on the feed, including loads in progress.
   */
  onReset(listener: () => void): void;
  close(): Promise<void>;
}

export interface PostgresFeedOptions {
  /** Interval of heartbeats. */
  readonly heartbeatMs?: number;
  /** Delay before a lost connection is opened again, or a failed message sent again. */
  readonly retryMs?: number;
}

const CHANNEL = 'satchel_changes';
const SEND_TIMEOUT_MS = 10_000;
/** Maximum time that a write waits for the notification of the other replicas. */
const PUBLISH_TIMEOUT_MS = 2000;
/** Maximum time that a reader waits for the messages of other replicas, before it does without its cache. */
const CATCH_UP_TIMEOUT_MS = 500;
/** Maximum number of messages in one statement; above it, all replicas clear all caches instead. */
const MAX_MESSAGES = 10_000;
/** Name of its connections in `pg_stat_activity`, for operators and tests. */
const APPLICATION_NAME = 'satchel changes';
/** Reserved topic: every replica clears all caches, because a message was lost or there were too many. */
const RESET = '*';

function createListeners() {
  const emitter = new EventEmitter().setMaxListeners(0);
  return {
    subscribe: (topic: string, listener: (key: string) => void) => void emitter.on(topic, listener),
    deliver: (topic: string, key: string) => void emitter.emit(topic, key),
  };
}

/** For SQLite: there is one process, so it knows every change immediately. */
export function createLocalChangeFeed(): ChangeFeed {
  const { subscribe, deliver } = createListeners();
  return {
    isSingleProcess: true,
    isConnected: true,
    subscribe,
    publish: async (topic, key) => deliver(topic, key),
    catchUp: async () => true,
    onReset: () => undefined,
    close: async () => undefined,
  };
}

/** For PostgreSQL: LISTEN on a separate connection, which is opened again when it breaks. */
export function createPostgresChangeFeed(
  connectionString: string,
  onError: (error: unknown) => void,
  { heartbeatMs = 5000, retryMs = 500 }: PostgresFeedOptions = {},
): ChangeFeed {
  const { subscribe, deliver } = createListeners();
  const closing = new AbortController();
  const pause = () => sleep(retryMs, undefined, { signal: closing.signal, ref: false });
  const timeout = () => sleep(PUBLISH_TIMEOUT_MS, undefined, { ref: false });
  let listener: pg.Client | undefined;

  const setListener = (client: pg.Client | undefined) => {
    listener = client;
    deliver(RESET, '');
  };
  // PostgreSQL sends the pending notifications of a connection before it answers a query there.
  const ask = createGroupCommit<pg.Client, undefined>(
    async (clients) => {
      await clients[0]?.query('SELECT 1');
      return clients.map(() => undefined);
    },
    { isFaultOfOne: () => false },
  );
  const listening = keepListening({
    connectionString,
    heartbeatMs,
    signal: closing.signal,
    pause,
    onError,
    onMessage(payload) {
      const separator = payload.indexOf(':');
      deliver(payload.slice(0, separator), payload.slice(separator + 1));
    },
    onConnected: setListener,
    onLost: () => setListener(undefined),
  });
  const sender = createSender(connectionString, pause, onError);

  return {
    isSingleProcess: false,
    get isConnected() {
      return listener !== undefined;
    },
    async catchUp() {
      const client = listener;
      if (!client) return false;
      try {
        await within(CATCH_UP_TIMEOUT_MS, ask(client));
        return listener === client;
      } catch {
        return false;
      }
    },
    subscribe,
    publish(topic, key) {
      deliver(topic, key);
      return Promise.race([sender.send(`${topic}:${key}`), timeout()]);
    },
    onReset: (listener) => subscribe(RESET, listener),
    async close() {
      closing.abort();
      await listening;
      await sender.close();
    },
  };
}

/**
 * Sends messages; those that wait for the connection are sent in one statement. If sending fails, all
 * replicas clear all caches as soon as a message can be sent again.
 */
function createSender(
  connectionString: string,
  pause: () => Promise<void>,
  onError: (error: unknown) => void,
) {
  const pool = new pg.Pool({
    connectionString,
    application_name: APPLICATION_NAME,
    max: 1,
    keepAlive: true,
    connectionTimeoutMillis: SEND_TIMEOUT_MS,
    query_timeout: SEND_TIMEOUT_MS,
  });
  pool.on('error', onError);
  const notify = (payloads: readonly string[]) =>
    pool.query('SELECT pg_notify($1, payload) FROM unnest($2::text[]) AS payload', [
      CHANNEL,
      payloads,
    ]);
  let waiting: { readonly messages: Set<string>; readonly sent: Promise<void> } | undefined;
  let sending = Promise.resolve();
  let making: Promise<void> | undefined;
  const makeGood = async () => {
    for (;;) {
      await pause();
      try {
        await notify([`${RESET}:`]);
        return;
      } catch {
        // Reported already: the log of a database that is away for a day must not fill the disk.
      }
    }
  };
  const sendAll = async (messages: ReadonlySet<string>) => {
    try {
      await notify(messages.size > MAX_MESSAGES ? [`${RESET}:`] : [...messages]);
    } catch (error) {
      onError(error);
      making ??= makeGood()
        // Closing the feed ends the pause, and with it the attempt.
        .catch(() => undefined)
        .finally(() => {
          making = undefined;
        });
    }
  };
  return {
    send(message: string): Promise<void> {
      if (!waiting) {
        const messages = new Set<string>();
        sending = sending.then(() => {
          waiting = undefined;
          return sendAll(messages);
        });
        waiting = { messages, sent: sending };
      }
      waiting.messages.add(message);
      return waiting.sent;
    },
    async close() {
      await sending;
      await making;
      await pool.end();
    },
  };
}

interface ListenOptions {
  readonly connectionString: string;
  readonly heartbeatMs: number;
  readonly signal: AbortSignal;
  readonly pause: () => Promise<void>;
  readonly onError: (error: unknown) => void;
  readonly onMessage: (payload: string) => void;
  readonly onConnected: (client: pg.Client) => void;
  readonly onLost: () => void;
}

/** Listens until the signal aborts, on one connection after another. Reports the first of failures in a row. */
async function keepListening(options: ListenOptions): Promise<void> {
  const { signal, pause, onError } = options;
  let isReported = false;
  const onConnected = (client: pg.Client) => {
    isReported = false;
    options.onConnected(client);
  };
  while (!signal.aborted) {
    try {
      await listenOnce({ ...options, onConnected });
      await pause();
    } catch (error) {
      if (signal.aborted) return;
      if (!isReported) onError(error);
      isReported = true;
      await pause().catch(() => undefined);
    }
  }
}

/** Resolves when the connection has ended for any reason. */
async function listenOnce(options: ListenOptions): Promise<void> {
  const { connectionString, heartbeatMs, signal, onError } = options;
  const client = new pg.Client({
    connectionString,
    application_name: APPLICATION_NAME,
    keepAlive: true,
    connectionTimeoutMillis: heartbeatMs,
    query_timeout: heartbeatMs,
  });
  const end = () => void client.end().catch(() => undefined);
  const ended = new Promise<void>((resolve) => client.once('end', () => resolve()));
  client.on('error', onError);
  client.on('notification', ({ payload = '' }) => options.onMessage(payload));
  signal.addEventListener('abort', end);
  let heartbeat: NodeJS.Timeout | undefined;
  try {
    // Waits for the end, too, because `connect` never settles if the client is ended while it connects.
    await Promise.race([client.connect(), ended]);
    await client.query(`LISTEN ${CHANNEL}`);
    options.onConnected(client);
    // Notices a connection that died silently, such as after a power failure or a router's timeout.
    heartbeat = setInterval(() => void client.query('SELECT 1').catch(end), heartbeatMs).unref();
    await ended;
    options.onLost();
  } finally {
    clearInterval(heartbeat);
    signal.removeEventListener('abort', end);
    end();
  }
}
