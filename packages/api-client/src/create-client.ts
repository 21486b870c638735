import { bindCalls, type CallsOf } from './calls/bind-calls.ts';
import { type Bundles, createBundles } from './calls/bundles.ts';
import { createFileShares, type FileShares } from './calls/file-shares.ts';
import { createFs, type Fs } from './calls/file-system.ts';
import { createTextShares, type TextShares } from './calls/text-shares.ts';
import { createUploadRequests, type UploadRequests } from './calls/upload-requests.ts';
import { type ApiClient, type ApiClientOptions, createApiClient } from './client.ts';
import * as links from './contract/link-routes.ts';
import * as routes from './contract/routes.ts';
import { type SessionEnd, type SessionEvent, sessionEndOf } from './session-events.ts';
import type { UploadEngineOptions } from './uploads/upload-handle.ts';
import { createUploadQueue } from './uploads/upload-queue.ts';

/** Options of {@link createClient}. */
export interface ClientOptions extends ApiClientOptions {
  /** Options of the upload engine, if it is installed. */
  readonly uploads?: UploadEngineOptions;
}

/** All calls of a server, grouped. Created by {@link createClient}. */
export interface Client extends ApiClient {
  /** Log-in and log-out, permissions of a credential, and the administrator's sessions. */
  readonly sessions: CallsOf<typeof routes.sessions>;
  /** API keys; for administrators. */
  readonly apiKeys: CallsOf<typeof routes.apiKeys>;
  /** Shared texts. */
  readonly textShares: TextShares;
  /** Shared files. */
  readonly fileShares: FileShares;
  /** Several files, or a folder of a mount, behind one link. */
  readonly bundles: Bundles;
  /** Links through which others send files in. */
  readonly uploadRequests: UploadRequests;
  /** Files from URLs. */
  readonly urlUploads: CallsOf<typeof routes.urlUploads>;
  /** Buckets that files are stored in. */
  readonly storageConfigs: CallsOf<typeof routes.storageConfigs>;
  /** Mounts: for administrators, and `listUsable` for every caller. */
  readonly mounts: CallsOf<typeof routes.mounts>;
  /** Mounted storage as one file system. */
  readonly fs: Fs;
  /** Several calls by one request. */
  readonly batches: CallsOf<typeof routes.batches>;
  /** Settings of the server. */
  readonly settings: CallsOf<typeof routes.settings>;
  /** Figures for administrators, and the caches. */
  readonly dashboard: CallsOf<typeof routes.dashboard>;
  /** Audit log, for administrators. */
  readonly auditLog: CallsOf<typeof routes.auditLog>;
  /** Webhook calls to owners of links, for administrators. */
  readonly notifications: CallsOf<typeof links.notifications>;
  /** Public facts about the server. */
  readonly system: CallsOf<typeof routes.system>;
  /**
   * Calls the listener when the session ends: after `sessions.logout`, and when the server refuses the
   * credential that `credential` currently returns. The returned function removes the listener.
   *
   * @example
   * client.on('adminTokenExpired', () => forgetToken());
   */
  on(event: SessionEnd, listener: (event: SessionEvent) => void): () => void;
}

/**
 * Creates a client with every call of the server. A page that needs only a few is smaller with
 * `createApiClient` and the groups that it uses, such as `createTextShares`.
 *
 * @param createApi creates the underlying client; default {@link createApiClient}
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
      // A late reply may refuse the previous credential; that does not end this session.
      const isOver = JSON.stringify(call.credential) === JSON.stringify(options.credential?.());
      if (end && isOver) emit(end, error);
    },
  });
  const uploads = createUploadQueue(options.uploads);
  const sessions = bindCalls(api, routes.sessions);
  return {
    ...api,
    sessions: {
      ...sessions,
      // The session ends here even if the server could not be reached.
      logout: (...parameters) => sessions.logout(...parameters).finally(() => emit('logout')),
    },
    apiKeys: bindCalls(api, routes.apiKeys),
    textShares: createTextShares(api),
    fileShares: createFileShares(api, uploads),
    bundles: createBundles(api),
    uploadRequests: createUploadRequests(api),
    urlUploads: bindCalls(api, routes.urlUploads),
    storageConfigs: bindCalls(api, routes.storageConfigs),
    mounts: bindCalls(api, routes.mounts),
    fs: createFs(api, uploads),
    batches: bindCalls(api, routes.batches),
    settings: bindCalls(api, routes.settings),
    dashboard: bindCalls(api, routes.dashboard),
    auditLog: bindCalls(api, routes.auditLog),
    notifications: bindCalls(api, links.notifications),
    system: bindCalls(api, routes.system),
    on(...own) {
      listeners.add(own);
      return () => listeners.delete(own);
    },
  };
}
