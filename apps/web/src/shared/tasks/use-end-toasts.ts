import { showToast } from '@satchel/ui/feedback/toast-store';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { tasks } from './tasks.ts';

/** Says how it went once nothing is under way any more: one toast for all that have ended meanwhile. */
export function useEndToasts(): void {
  const { t } = useTranslation('tasks');
  const navigate = useNavigate();
  const told = useRef(tasks.summary().endedSoFar);

  useEffect(() => {
    function tell(): void {
      const { underWay, endedSoFar } = tasks.summary();
      if (underWay > 0) return;
      const completed = endedSoFar.completed - told.current.completed;
      const failed = endedSoFar.failed - told.current.failed;
      told.current = endedSoFar;
      const action = { label: t('ended.show'), onAction: () => void navigate({ to: '/upload' }) };
      // On the page itself the rows say it, and there is nowhere to go.
      const options = location.pathname === '/upload' ? {} : { action };
      if (failed > 0) showToast('error', t('ended.failed', { count: failed }), options);
      if (completed > 0) showToast('success', t('ended.completed', { count: completed }), options);
    }
    return tasks.subscribe(tell);
  }, [t, navigate]);
}
