import { createFileRoute } from '@tanstack/react-router';
import { KeyManagementPage } from '#features/api-keys/components/key-management-page.tsx';
import { apiKeyListOptions } from '#features/api-keys/queries.ts';
import { addressSearchOf } from '#shared/data-list/address-search.ts';
import { loadTexts } from '#shared/i18n/i18n.ts';
import { guardAdminPage } from '#shared/shell/admin-guard.ts';
import { prefetchPrivate } from '#shared/shell/prefetch-private.ts';

export const Route = createFileRoute('/admin/key-management')({
  validateSearch: addressSearchOf,
  beforeLoad: guardAdminPage('key-management'),
  loader: async ({ context }) => {
    prefetchPrivate(context, apiKeyListOptions());
    await loadTexts('data-lists', 'api-keys');
  },
  component: KeyManagementPage,
});
