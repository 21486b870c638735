import { TabList, TabPanel, Tabs } from '@satchel/ui/actions/tabs';
import { Card } from '@satchel/ui/layout/card';
import { KeyRound, UserRound } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { forgetTakenKey, takeKeyFromAddress } from '#shared/session/login-link.ts';
import { Logo } from '#shared/shell/header/logo.tsx';
import { usePageTitle } from '#shared/site/use-page-title.ts';
import { AdminLoginForm, KeyLoginForm } from './login-forms.tsx';

export function LoginPage({ onLogin }: { onLogin: () => void }) {
  const { t } = useTranslation('sessions');
  usePageTitle(t('pageTitle'));
  const [invitedKey] = useState(takeKeyFromAddress);
  // The next user of this browser must not find it.
  useEffect(forgetTakenKey, []);
  const forms = useRef<HTMLDivElement>(null);
  useEffect(() => forms.current?.querySelector('input')?.focus(), []);
  const [method, setMethod] = useState<'admin' | 'apiKey'>(invitedKey ? 'apiKey' : 'admin');
  return (
    <div className="flex flex-1 items-start justify-center px-4 py-10 sm:py-16">
      <Card className="w-full max-w-sm p-6">
        <Logo className="mb-3 size-9 text-saddle" />
        <h1 className="text-xl font-semibold tracking-tight">{t('title')}</h1>
        <p className="mt-1 mb-5 text-sm text-ink-muted">
          {invitedKey ? t('invited') : t('description')}
        </p>
        <Tabs selected={method} onSelect={setMethod}>
          <TabList
            label={t('methods')}
            className="mb-4 flex w-full [&>button]:flex-1 [&>button]:justify-center"
            tabs={[
              { value: 'admin', label: t('admin'), icon: <UserRound /> },
              { value: 'apiKey', label: t('apiKey'), icon: <KeyRound /> },
            ]}
          />
          <TabPanel value={method}>
            <div ref={forms}>
              {method === 'admin' ? (
                <AdminLoginForm onLogin={onLogin} />
              ) : (
                <KeyLoginForm onLogin={onLogin} initialKey={invitedKey} />
              )}
            </div>
          </TabPanel>
        </Tabs>
      </Card>
    </div>
  );
}
