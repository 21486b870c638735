import { type ApiClient, type ApiClientOptions, createApiClient } from './client.ts';
import { type ApiKeys, createApiKeys } from './groups/api-keys.ts';
import { type AuditLog, createAuditLog } from './groups/audit-log.ts';
import { createDashboard, type Dashboard } from './groups/dashboard.ts';
import { createFileShares, type FileShares } from './groups/file-shares.ts';
import { createFs, type Fs } from './groups/fs.ts';
import { createMounts, type Mounts } from './groups/mounts.ts';
import { createSessions, type Sessions } from './groups/sessions.ts';
import { createSettings, type Settings } from './groups/settings.ts';
import { createStorageConfigs, type StorageConfigs } from './groups/storage-configs.ts';
import { createSystem, type System } from './groups/system.ts';
import { createTextShares, type TextShares } from './groups/text-shares.ts';
import { createUrlUploads, type UrlUploads } from './groups/url-uploads.ts';
import { type SessionEnd, type SessionEvent, sessionEndOf } from './session-events.ts';
import type { UploadEngineOptions } from './uploads/upload-handle.ts';
import { createUploadQueue } from './uploads/upload-queue.ts';

/** Options of {@link createClient}. */
export interface ClientOptions extends ApiClientOptions {
  /** How the upload engine works, where it is installed. */
  readonly uploads?: UploadEngineOptions;
}

/** Every call of a server, grouped. Made by {@link createClient}. */
export interface Client extends ApiClient {
  readonly sessions: Sessions;
  readonly apiKeys: ApiKeys;
  readonly textShares: TextShares;
  readonly fileShares: FileShares;
  readonly urlUploads: UrlUploads;
  readonly storageConfigs: StorageConfigs;
  readonly mounts: Mounts;
  readonly fs: Fs;
  readonly settings: Settings;
  readonly dashboard: Dashboard;
  readonly auditLog: AuditLog;
  readonly system: System;
  /**
   * Calls back when the session is over, until the returned function is called: after
   * `sessions.logout`, and when the server refuses a credential that `credential` still gives.
   *
   * @example
   * client.on('adminTokenExpired', () => forgetToken());
   */
  on(event: SessionEnd, listener: (event: SessionEvent) => void): () => void;
}

/**
 * Makes a client with every call of the server. A page that needs only a few is smaller with
 * `createApiClient` and the groups that it uses, such as `createTextShares`.
 *
 * @param createApi what makes the calls, for one's own way to do that; default {@link createApiClient}
 *
 * @example
 * const client = createClient({ baseUrl: 'http://localhost:8787', credential: () => ({ kind: 'apiKey', key }) });
 * const { url } = await client.textShares.create({ body: { content: '# Hello' } });
 */
export function createClient(
  options: ClientOptions,
  createApi: (options: ApiClientOptions) => ApiClient = createApiClient,
): Client {
  const listeners = new Set<readonly [SessionEnd, (event: SessionEvent) => void]>();
  const emit = (type: SessionEnd, error?: SessionEvent['error']) => {
    for (const [event, listener] of listeners) {
      // Called in a microtask, so that an error in a listener does not replace the call's own.
      if (event === type) queueMicrotask(() => listener({ type, error }));
    }
  };
  const api = createApi({
    ...options,
    onError(error, call) {
      options.onError?.(error, call);
      const end = sessionEndOf(error, call);
      // A reply that comes late may refuse the previous credential; that does not end this session.
      const isOver = JSON.stringify(call.credential) === JSON.stringify(options.credential?.());
      if (end && isOver) emit(end, error);
    },
  });
  const uploads = createUploadQueue(options.uploads);
  const sessions = createSessions(api);
  return {
    ...api,
    sessions: {
      ...sessions,
      // The session ends here even if the server could not be reached.
      logout: (...parameters) => sessions.logout(...parameters).finally(() => emit('logout')),
    },
    apiKeys: createApiKeys(api),
    textShares: createTextShares(api),
    fileShares: createFileShares(api, uploads),
    urlUploads: createUrlUploads(api),
    storageConfigs: createStorageConfigs(api),
    mounts: createMounts(api),
    fs: createFs(api, uploads),
    settings: createSettings(api),
    dashboard: createDashboard(api),
    auditLog: createAuditLog(api),
    system: createSystem(api),
    on(...own) {
      listeners.add(own);
      return () => listeners.delete(own);
    },
  };
}
