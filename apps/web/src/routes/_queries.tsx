import { QueryClientProvider } from '@tanstack/react-query';
import { createFileRoute, Outlet } from '@tanstack/react-router';
import { queryClient } from '#shared/api/query-client.ts';

/** The pages that load data. Home is not among them, so that it need not load TanStack Query. */
export const Route = createFileRoute('/_queries')({
  component: () => (
    <QueryClientProvider client={queryClient}>
      <Outlet />
    </QueryClientProvider>
  ),
});
