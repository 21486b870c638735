import { createFileRoute } from '@tanstack/react-router';
import { FileManagementPage } from '#features/file-shares/components/file-management-page.tsx';
import { listSearchOf } from '#shared/shares/management/list-search.ts';
import { guardAdminPage } from '#shared/shell/admin-guard.ts';

export const Route = createFileRoute('/_queries/admin/file-management')({
  validateSearch: listSearchOf,
  beforeLoad: () => guardAdminPage('file-management'),
  component: Page,
});

function Page() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <FileManagementPage
      search={search}
      onSearch={(next) => void navigate({ search: next, replace: true })}
    />
  );
}
