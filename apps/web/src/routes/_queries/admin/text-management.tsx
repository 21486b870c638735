import { createFileRoute } from '@tanstack/react-router';
import { TextManagementPage } from '#features/text-shares/components/text-management-page.tsx';
import { listSearchOf } from '#shared/shares/management/list-search.ts';
import { guardAdminPage } from '#shared/shell/admin-guard.ts';

export const Route = createFileRoute('/_queries/admin/text-management')({
  validateSearch: listSearchOf,
  beforeLoad: () => guardAdminPage('text-management'),
  component: Page,
});

function Page() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <TextManagementPage
      search={search}
      onSearch={(next) => void navigate({ search: next, replace: true })}
    />
  );
}
