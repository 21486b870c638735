import { Worker } from 'node:worker_threads';
import pg from 'pg';
import { vi } from 'vitest';

/** Queries to the database of a server in this process, including BEGIN and COMMIT. */
export interface RoundTrips {
  /** Statements since the last call, in order; for SQLite messages to a connection's thread. */
  take(): string[];
  stop(): void;
}

/** Counts on both databases: messages to a SQLite connection's thread, and queries of a PostgreSQL client. */
export function countRoundTrips(): RoundTrips {
  const asked: string[] = [];
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  const queries = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...args: unknown[]
  ) {
    const [first] = args;
    const text = typeof first === 'string' ? first : (first as { text: string }).text;
    // Ignores the heartbeat of the change feed.
    if (text !== 'SELECT 1') asked.push(text);
    return query.apply(this, args);
  } as never);
  const postMessage = Worker.prototype.postMessage;
  const messages = vi.spyOn(Worker.prototype, 'postMessage').mockImplementation(function (
    this: Worker,
    ...args
  ) {
    asked.push(textOf(args[0]));
    return postMessage.apply(this, args);
  });
  return {
    take: () => asked.splice(0),
    stop() {
      queries.mockRestore();
      messages.mockRestore();
    },
  };
}

function textOf(message: unknown): string {
  const { kind, statement, statements } = message as {
    readonly kind: string;
    readonly statement?: { readonly sql: string };
    readonly statements?: readonly { readonly sql: string }[];
  };
  return [kind, ...[statement ?? [], statements ?? []].flat().map(({ sql }) => sql)].join(' ');
}
