import { Button } from '@satchel/ui/actions/button';
import { useSelector } from '@tanstack/react-store';
import { LogOut } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSession } from '#shared/session/use-session.ts';
import { logOutState, requestLogOut } from '#shared/tasks/log-out-request.ts';

/** Shows the current user and a logout button. */
export function SessionCard() {
  const { t } = useTranslation('shell');
  const session = useSession();
  const { isEnding } = useSelector(logOutState);
  if (session.kind === 'none') return null;
  return (
    <div className="flex items-center gap-2 text-sm lg:flex-col lg:items-stretch lg:border-t lg:border-line lg:pt-3">
      <p className="min-w-0 truncate px-3 text-ink-muted max-lg:sr-only">
        {session.kind === 'admin' ? t('session.administrator') : session.keyInfo.name}
      </p>
      <Button
        variant="quiet"
        size="small"
        icon={<LogOut className="size-4" />}
        isBusy={isEnding}
        className="justify-start"
        onClick={() => void requestLogOut()}
      >
        <span className="max-lg:sr-only">{t('session.logout')}</span>
      </Button>
    </div>
  );
}
