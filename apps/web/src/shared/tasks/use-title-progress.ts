import { useEffect } from 'react';
import { titlePrefix } from '#shared/site/use-page-title.ts';
import { useTaskSummary } from './use-tasks.ts';

/** Shows the progress of the tasks in the tab's title, while there are any. */
export function useTitleProgress(): void {
  const { underWay, fraction } = useTaskSummary();
  const prefix = underWay > 0 ? `${Math.floor(fraction * 100)} %` : '';
  useEffect(() => {
    titlePrefix.set(prefix);
    return () => titlePrefix.set('');
  }, [prefix]);
}
