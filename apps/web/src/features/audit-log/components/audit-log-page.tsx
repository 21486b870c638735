import { Button } from '@satchel/ui/actions/button';
import { EmptyState } from '@satchel/ui/feedback/empty-state';
import { useQuery } from '@tanstack/react-query';
import { FileText, SearchX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { DataList } from '#shared/data-list/data-list.tsx';
import { useListState } from '#shared/data-list/use-list-state.ts';
import { PanelPage } from '#shared/panel/frame/panel-page.tsx';
import { auditListSearch } from '../audit-list-search.ts';
import { auditListOptions, fetchExport } from '../queries.ts';
import { AuditFilters } from './audit-filters.tsx';
import { ExportMenu } from './export-menu.tsx';
import { useAuditColumns } from './use-audit-columns.tsx';

export function AuditLogPage() {
  const { t } = useTranslation('audit-log');
  const list = useListState(auditListSearch);
  const events = useQuery(auditListOptions(list));
  const columns = useAuditColumns();
  const isFiltered = list.filters.outcome !== 'any' || list.filters.period !== 'any';

  return (
    <PanelPage page="audit-log" description={t('description')}>
      <AuditFilters filter={list.filters} onFilter={list.setFilters} />
      <DataList
        name="audit-log"
        caption={t('caption')}
        searchHint={t('searchHint')}
        list={list}
        page={events}
        columns={columns}
        rowId={(event) => event.id}
        rowName={(event) => t(`actions.${event.action}`)}
        stateLabel={(area) => t(`areas.${area}`)}
        allStates={t('allAreas')}
        actions={<ExportMenu fetchAs={(format) => fetchExport(list, format)} />}
        empty={
          isFiltered ? (
            <EmptyState
              icon={<SearchX />}
              title={t('nothingInFilter')}
              description={t('nothingInFilterHint')}
              action={<Button onClick={list.clear}>{t('showAll')}</Button>}
            />
          ) : (
            <EmptyState icon={<FileText />} title={t('empty')} description={t('emptyHint')} />
          )
        }
      />
    </PanelPage>
  );
}
