import { Skeleton } from '@satchel/ui/feedback/skeleton';

/** Has the size of the real dashboard, so that nothing moves when that appears. */
export function DashboardSkeleton() {
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
