import { Skeleton } from '@satchel/ui/feedback/skeleton';

/** Placeholder of the dashboard's size, so that the layout does not shift when the data arrives. */
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
