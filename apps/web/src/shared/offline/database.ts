import type { Credential } from '@satchel/api-client/client';
import { Dexie, type Table } from 'dexie';
import type { QueuedChange } from './queue/queued-change.ts';

/** A cached response that can be shown without the server. */
export interface KeptRow {
  /** A slug, a path or the name of a group of settings. */
  readonly key: string;
  /** Distinguishes several responses with the same key. */
  readonly part: string;
  /** Owner of a private response; '' for one that every visitor may read. */
  readonly owner: string;
  readonly data: unknown;
  readonly savedAtMs: number;
}

/** Item from the system's share sheet or file manager, until the user shares or discards it. */
export interface IncomingItem {
  readonly id?: number;
  /** '' if the item has only files. */
  readonly text: string;
  readonly files: readonly File[];
  /** Number of files that could not be stored, because they are too many, too large or unreadable. */
  readonly leftOut?: number;
  readonly receivedAtMs: number;
}

/**
 * Credential with which the service worker sends an owner's queue while no tab is open. It is stored only
 * while the owner has queued changes, and deleted with the session.
 */
export interface KeptCredential {
  readonly owner: string;
  /** Address of the server; '' for the app's own origin. */
  readonly backend: string;
  /** Undefined for visitors. */
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

/** Local database for offline use. The service worker opens it, too. */
export const database = new Dexie('satchel-offline') as Dexie & Tables;

database.version(1).stores({
  ...Object.fromEntries(KEPT_STORES.map((name) => [name, '[key+part], owner, savedAtMs'])),
  queue: '++id, owner',
  incoming: '++id',
  credentials: 'owner',
});
