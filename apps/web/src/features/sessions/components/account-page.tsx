import { Button } from '@satchel/ui/actions/button';
import { useQuery } from '@tanstack/react-query';
import { useSelector } from '@tanstack/react-store';
import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormSection } from '#shared/panel/form-section.tsx';
import { PanelPage } from '#shared/panel/frame/panel-page.tsx';
import { logOutState, requestLogOut } from '#shared/tasks/header/log-out-request.ts';
import { accountOptions } from '../queries.ts';
import { AccountChanged } from './account-changed.tsx';
import { AccountForm } from './account-form.tsx';
import { OpenSessions } from './open-sessions.tsx';

/** Page of the administrator's own account (SPEC 2, 5). */
export function AccountPage() {
  const { t } = useTranslation(['sessions', 'shell']);
  const account = useQuery(accountOptions());
  const { isEnding } = useSelector(logOutState);
  const [isChanged, setIsChanged] = useState(false);
  return (
    <PanelPage page="account" description={t('account.description')}>
      {isChanged ? (
        <AccountChanged />
      ) : (
        <>
          <FormSection title={t('account.session')}>
            <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
              <p className="text-sm text-ink-muted">
                {account.data ? t('account.loggedInAs', { name: account.data }) : ' '}
              </p>
              <Button icon={<LogOut />} isBusy={isEnding} onClick={() => void requestLogOut()}>
                {t('shell:session.logout')}
              </Button>
            </div>
          </FormSection>
          <OpenSessions />
          <AccountForm currentName={account.data} onChanged={() => setIsChanged(true)} />
        </>
      )}
    </PanelPage>
  );
}
