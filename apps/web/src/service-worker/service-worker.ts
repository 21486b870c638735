import { NavigationRoute, registerRoute } from 'workbox-routing';
import { CacheFirst } from 'workbox-strategies';
import { SYNC_TAG } from '#shared/offline/queue/sync-registration.ts';
import {
  type AppFile,
  createAppFiles,
  HASHED_FILES,
  isHashed,
  ONLY_APP_FILES,
} from './app-files.ts';
import { syncInBackground } from './background-sync.ts';
import { NO_PAGES, openPage } from './pages.ts';
import { receiveShare, SHARE_TARGET } from './share-target.ts';

declare const self: ServiceWorkerGlobalScope & {
  /** Inserted by the build. */
  readonly __WB_MANIFEST: readonly AppFile[];
};

/** Missing in TypeScript's library, because only some browsers support it. */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
}

const files = createAppFiles(self.__WB_MANIFEST);

self.addEventListener('install', (event) => event.waitUntil(files.install()));
self.addEventListener('activate', (event) =>
  event.waitUntil(Promise.all([files.removeOtherShells(), self.clients.claim()])),
);
self.addEventListener('message', ({ data }) => {
  // The user has agreed to the update.
  if (data?.type === 'SKIP_WAITING') void self.skipWaiting();
});

self.addEventListener('sync', (event) => {
  const { tag } = event as SyncEvent;
  if (tag === SYNC_TAG) (event as SyncEvent).waitUntil(syncInBackground());
});
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(self.clients.openWindow('/'));
});

// The browser handles requests without a route as if there were no worker: API calls, streams, uploads,
// ranges.
registerRoute(
  ({ url, sameOrigin, request }) => sameOrigin && isHashed(url) && !request.headers.has('range'),
  new CacheFirst({ cacheName: HASHED_FILES, plugins: [ONLY_APP_FILES] }),
);
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && files.isShellPath(url.pathname),
  async ({ request, url }) => (await files.shellFile(url.pathname)) ?? fetch(request),
);
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname === SHARE_TARGET,
  ({ request }) => receiveShare(request),
  'POST',
);
registerRoute(
  new NavigationRoute(
    async ({ request }) => {
      // If no window is open, the files of older versions are unused.
      if ((await self.clients.matchAll({ type: 'window' })).length === 0) {
        await files.removeOldFiles();
      }
      return openPage(request, files.page);
    },
    { denylist: [...NO_PAGES] },
  ),
);
