import { showToast } from '@satchel/ui/feedback/toast-store';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { tasks } from './tasks.ts';

/** Shows one toast for all ended tasks, when no task is running any more. */
export function useEndToasts(): void {
  const { t } = useTranslation('tasks');
  const navigate = useNavigate();
  const shown = useRef(tasks.summary().endedSoFar);

  useEffect(() => {
    function tell(): void {
      const { underWay, endedSoFar } = tasks.summary();
      if (underWay > 0) return;
      const completed = endedSoFar.completed - shown.current.completed;
      const failed = endedSoFar.failed - shown.current.failed;
      shown.current = endedSoFar;
      const action = { label: t('ended.show'), onAction: () => void navigate({ to: '/upload' }) };
      // No link on the upload page itself, because its rows show the results.
      const options = location.pathname === '/upload' ? {} : { action };
      if (failed > 0) showToast('error', t('ended.failed', { count: failed }), options);
      if (completed > 0) showToast('success', t('ended.completed', { count: completed }), options);
    }
    return tasks.subscribe(tell);
  }, [t, navigate]);
}
