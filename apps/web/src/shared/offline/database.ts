import type { Credential } from '@satchel/api-client/client';
import { Dexie, type Table } from 'dexie';
import type { QueuedChange } from './queue/queued-change.ts';

/** A reply that can be shown without the server. */
export interface KeptRow {
  /** A slug, a path or the name of a group of settings. */
  readonly key: string;
  /** Which of the replies about it. */
  readonly part: string;
  /** Owner of a private reply; '' for one that every visitor may read. */
  readonly owner: string;
  readonly data: unknown;
  readonly savedAtMs: number;
}

/** Item from the system's share sheet or file manager, until it is shared or discarded. */
export interface IncomingItem {
  readonly id?: number;
  /** '' where only files came. */
  readonly text: string;
  readonly files: readonly File[];
  readonly receivedAtMs: number;
}

/**
 * With what the service worker sends an owner's queue while no tab is open. It is there only as long as
 * something of theirs waits, and goes with the session.
 */
export interface KeptCredential {
  readonly owner: string;
  /** Address of the server; '' for the one that the app came from. */
  readonly backend: string;
  /** Absent for visitors. */
  readonly credential: Credential | undefined;
  /** Language of notifications. */
  readonly language: 'en' | 'zh';
}

export const KEPT_STORES = ['pastes', 'files', 'directories', 'settings'] as const;
export type KeptStore = (typeof KEPT_STORES)[number];

interface Tables extends Record<KeptStore, Table<KeptRow, [string, string]>> {
  readonly queue: Table<QueuedChange, number>;
  readonly incoming: Table<IncomingItem, number>;
  readonly credentials: Table<KeptCredential, string>;
}

/** Local database for work without a network. The service worker opens it, too. */
export const database = new Dexie('satchel-offline') as Dexie & Tables;

database.version(1).stores({
  ...Object.fromEntries(KEPT_STORES.map((name) => [name, '[key+part], owner, savedAtMs'])),
  queue: '++id, owner',
  incoming: '++id',
  credentials: 'owner',
});
