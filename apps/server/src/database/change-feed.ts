import pg from 'pg';

/**
 * Tells every replica, this one included, that something changed, so that caches drop it
 * (DESIGN 5). Losing a message only means that a cache entry lives until its time is over.
 */
export interface ChangeFeed {
  /** True where nobody but this process changes the database, so that every change is known at once. */
  readonly isSingleProcess: boolean;
  publish(topic: string, key: string): void;
  subscribe(topic: string, listener: (key: string) => void): void;
  close(): Promise<void>;
}

const CHANNEL = 'satchel_changes';
const RECONNECT_MS = 1000;

type Listeners = Map<string, Set<(key: string) => void>>;

function createListeners() {
  const listeners: Listeners = new Map();
  return {
    subscribe(topic: string, listener: (key: string) => void) {
      const set = listeners.get(topic) ?? new Set();
      listeners.set(topic, set.add(listener));
    },
    deliver(topic: string, key: string) {
      for (const listener of listeners.get(topic) ?? []) listener(key);
    },
  };
}

/** For SQLite: there is one process, so a change is known at once. */
export function createLocalChangeFeed(): ChangeFeed {
  const { subscribe, deliver } = createListeners();
  return { isSingleProcess: true, subscribe, publish: deliver, close: async () => undefined };
}

/** For PostgreSQL: LISTEN on a connection of its own, opened again when it breaks. */
export function createPostgresChangeFeed(
  connectionString: string,
  onError: (error: unknown) => void,
): ChangeFeed {
  const { subscribe, deliver } = createListeners();
  const pool = new pg.Pool({ connectionString, max: 1 });
  pool.on('error', onError);
  let listening: pg.Client | undefined;
  let isClosed = false;

  const connect = async () => {
    const client = new pg.Client({ connectionString });
    client.on('error', onError);
    client.on('end', () => {
      listening = undefined;
      if (!isClosed) setTimeout(reconnect, RECONNECT_MS).unref();
    });
    client.on('notification', ({ payload = '' }) => {
      const separator = payload.indexOf(':');
      deliver(payload.slice(0, separator), payload.slice(separator + 1));
    });
    await client.connect();
    await client.query(`LISTEN ${CHANNEL}`);
    listening = client;
  };
  const reconnect = () => {
    if (!isClosed) connected = connect().catch(onError);
  };
  let connected = connect().catch(onError);

  return {
    isSingleProcess: false,
    subscribe,
    publish(topic, key) {
      deliver(topic, key);
      pool.query('SELECT pg_notify($1, $2)', [CHANNEL, `${topic}:${key}`]).catch(onError);
    },
    async close() {
      isClosed = true;
      await connected;
      await listening?.end();
      await pool.end();
    },
  };
}
