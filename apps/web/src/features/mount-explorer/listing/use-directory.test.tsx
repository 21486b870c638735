import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { expect, it } from 'vitest';
import { mockCalls } from '#shared/testing/mock-calls.ts';
import { renderHook } from '#shared/testing/render-hook.tsx';
import { directoryOptions } from '../queries.ts';
import { fakeMount } from './fake-mount.ts';
import { type DirectoryState, useDirectory } from './use-directory.ts';

it('a folder that is deleted while it is open is missing', async () => {
  const list = { ...fakeMount('/m/a.txt') };
  let isDeleted = false;
  mockCalls({
    fs: {
      list: (input) => {
        if (isDeleted) list.get({ query: { path: '/gone' } });
        return list.list(input);
      },
    },
  });
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  let directory: DirectoryState | undefined;
  function Component() {
    directory = useDirectory('/m', { sort: 'name', order: 'asc' });
    return null;
  }
  renderHook(() => (
    <QueryClientProvider client={queryClient}>
      <Component />
    </QueryClientProvider>
  ));
  await act(() => expect.poll(() => directory?.entries?.length).toBe(1));
  expect(directory?.isMissing).toBe(false);

  isDeleted = true;
  await act(() => queryClient.invalidateQueries({ queryKey: directoryOptions('/m').queryKey }));
  await act(() => expect.poll(() => directory?.isMissing).toBe(true));
});
