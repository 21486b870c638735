import { bindCalls, type CallsOf } from './calls/bind-calls.ts';
import { createFileShares, type FileShares } from './calls/file-shares.ts';
import { createFs, type Fs } from './calls/file-system.ts';
import { createTextShares, type TextShares } from './calls/text-shares.ts';
import { type ApiClient, type ApiClientOptions, createApiClient } from './client.ts';
import * as routes from './contract/routes.ts';
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
  /** Logging in and out, what a credential may do, and the administrator's sessions. */
  readonly sessions: CallsOf<typeof routes.sessions>;
  /** API keys; for administrators. */
  readonly apiKeys: CallsOf<typeof routes.apiKeys>;
  /** Shared texts. */
  readonly textShares: TextShares;
  /** Shared files. */
  readonly fileShares: FileShares;
  /** Files that come from an address. */
  readonly urlUploads: CallsOf<typeof routes.urlUploads>;
  /** The buckets that files are stored in. */
  readonly storageConfigs: CallsOf<typeof routes.storageConfigs>;
  /** Mounts: for administrators, and `listUsable` for everybody. */
  readonly mounts: CallsOf<typeof routes.mounts>;
  /** Mounted storage as one file system. */
  readonly fs: Fs;
  /** Settings of the server. */
  readonly settings: CallsOf<typeof routes.settings>;
  /** Figures for administrators, and the caches. */
  readonly dashboard: CallsOf<typeof routes.dashboard>;
  /** Audit log, for administrators. */
  readonly auditLog: CallsOf<typeof routes.auditLog>;
  /** Public facts about the server. */
  readonly system: CallsOf<typeof routes.system>;
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
    urlUploads: bindCalls(api, routes.urlUploads),
    storageConfigs: bindCalls(api, routes.storageConfigs),
    mounts: bindCalls(api, routes.mounts),
    fs: createFs(api, uploads),
    settings: bindCalls(api, routes.settings),
    dashboard: bindCalls(api, routes.dashboard),
    auditLog: bindCalls(api, routes.auditLog),
    system: bindCalls(api, routes.system),
    on(...own) {
      listeners.add(own);
      return () => listeners.delete(own);
    },
  };
}
