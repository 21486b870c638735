import { createFileRoute } from '@tanstack/react-router';

export interface AdminSearch {
  redirect?: string;
}

export const Route = createFileRoute('/admin')({
  validateSearch: (search: Record<string, unknown>): AdminSearch =>
    typeof search.redirect === 'string' ? { redirect: search.redirect } : {},
  component: () => <h1>Admin</h1>,
});
