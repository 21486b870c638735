import 'fake-indexeddb/auto';
import { onlineManager, QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, it } from 'vitest';
import { clearKept, keepReply } from './kept-content.ts';
import { followQueries } from './kept-queries.ts';

const place = { store: 'pastes', key: 'k7Qm2x', part: 'summary' } as const;
let stop = () => {};

afterEach(async () => {
  stop();
  onlineManager.setOnline(true);
  await clearKept();
});

/** Opens a share while there is no network. */
function openOffline() {
  const queryClient = new QueryClient();
  queryClient.mount();
  stop = followQueries(queryClient);
  onlineManager.setOnline(false);
  const observer = new QueryObserver(queryClient, {
    queryKey: ['text-shares', 'k7Qm2x'],
    queryFn: () => Promise.resolve('from the server'),
    meta: { keep: place },
  });
  const unsubscribe = observer.subscribe(() => undefined);
  const stopBefore = stop;
  stop = () => {
    unsubscribe();
    queryClient.unmount();
    stopBefore();
  };
  return observer;
}

it('a share that was never read says at once that there is no network, and comes when there is', async () => {
  const observer = openOffline();
  await expect
    .poll(() => observer.getCurrentResult().error)
    .toMatchObject({ code: 'client.network' });
  onlineManager.setOnline(true);
  await expect.poll(() => observer.getCurrentResult().data).toBe('from the server');
  expect(observer.getCurrentResult().error).toBeNull();
});

it('a share that was read is shown without the network', async () => {
  await keepReply(place, { owner: '', data: 'read before', savedAtMs: Date.now() });
  const observer = openOffline();
  await expect.poll(() => observer.getCurrentResult().data).toBe('read before');
  expect(observer.getCurrentResult().error).toBeNull();
});
