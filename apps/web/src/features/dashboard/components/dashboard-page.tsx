import { IconButton } from '@satchel/ui/actions/icon-button';
import { Skeleton } from '@satchel/ui/feedback/skeleton';
import { useIsFetching, useQuery, useQueryClient } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { DASHBOARD_KEY, dashboardStatsOptions } from '#shared/dashboard/dashboard-queries.ts';
import { lazyPart } from '#shared/loading/lazy-part.tsx';
import { PanelPage } from '#shared/panel/frame/panel-page.tsx';
import { QueryContent } from '#shared/panel/query-content.tsx';
import { Figures } from './figures.tsx';
import { FirstSteps, useStepFacts } from './first-steps.tsx';
import { Storages } from './storages.tsx';
import { Week } from './week.tsx';

// Loaded lazily, because these cards are below the figures and have their own requests.
const Caches = lazyPart(() => import('./caches.tsx').then((module) => module.Caches));
const Server = lazyPart(() => import('./server.tsx').then((module) => module.Server));

/** First page of the administrator: figures, new shares and the state of the server (SPEC 2). */
export function DashboardPage() {
  const { t } = useTranslation('dashboard');
  const queryClient = useQueryClient();
  const isFetching = useIsFetching({ queryKey: DASHBOARD_KEY }) > 0;
  const stats = useQuery(dashboardStatsOptions());
  const facts = useStepFacts();
  return (
    <PanelPage
      page="dashboard"
      actions={
        <IconButton
          label={t('refresh')}
          icon={<RefreshCw />}
          variant="outlined"
          isBusy={isFetching}
          onClick={() => void queryClient.invalidateQueries({ queryKey: DASHBOARD_KEY })}
        />
      }
    >
      {
        // Waits for both, because the steps would push the figures down.
        facts === undefined || stats.isPending ? (
          <DashboardSkeleton />
        ) : (
          <>
            <QueryContent query={stats} failure={t('loadFailed')}>
              {(data) => (
                <div className="flex flex-col gap-4">
                  {facts && <FirstSteps stats={data} {...facts} />}
                  <Figures stats={data} />
                  <div className="grid items-stretch gap-4 xl:grid-cols-2">
                    <Week stats={data} />
                    <Storages buckets={data.s3Buckets} />
                  </div>
                </div>
              )}
            </QueryContent>
            <div className="grid items-stretch gap-4 xl:grid-cols-2">
              <Caches />
              <Server />
            </div>
          </>
        )
      }
    </PanelPage>
  );
}

/** Placeholder of the dashboard's size, so that the layout does not shift when the data arrives. */
function DashboardSkeleton() {
  return (
    <div className="flex flex-col gap-4">
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9.5rem),1fr))] gap-4">
        {['texts', 'files', 'keys', 'storage'].map((name) => (
          <Skeleton key={name} className="h-24 rounded-lg" />
        ))}
      </div>
      <div className="grid gap-4 xl:grid-cols-2">
        <Skeleton className="h-72 rounded-lg" />
        <Skeleton className="h-72 rounded-lg" />
      </div>
    </div>
  );
}
