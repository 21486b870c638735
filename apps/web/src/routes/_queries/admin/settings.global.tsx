import { createFileRoute } from '@tanstack/react-router';
import { GlobalSettingsPage } from '#features/settings/components/global-settings-page.tsx';
import { loadTexts } from '#shared/i18n/i18n.ts';
import { guardAdminPage } from '#shared/shell/admin-guard.ts';

export const Route = createFileRoute('/_queries/admin/settings/global')({
  beforeLoad: () => guardAdminPage('settings/global'),
  loader: () => loadTexts('settings'),
  component: GlobalSettingsPage,
});
