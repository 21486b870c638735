import { Button } from '@satchel/ui/button';
import { Card } from '@satchel/ui/card';
import { PasswordField } from '@satchel/ui/password-field';
import { Lock } from 'lucide-react';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

export interface PasswordPromptProps {
  isBusy: boolean;
  error: string | undefined;
  /** How many views are left, null if unlimited. */
  viewsLeft: number | null;
  onSubmit: (password: string) => void;
  /** Another way to open the share, such as the owner's. */
  children?: ReactNode;
}

export function PasswordPrompt({
  isBusy,
  error,
  viewsLeft,
  onSubmit,
  children,
}: PasswordPromptProps) {
  const { t } = useTranslation(['share-views', 'shares']);
  const [password, setPassword] = useState('');
  const field = useRef<HTMLInputElement>(null);

  useEffect(() => {
    field.current?.focus();
  }, []);
  useEffect(() => {
    // Selected, so that typing replaces the wrong password.
    if (error) field.current?.select();
  }, [error]);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (password !== '') onSubmit(password);
  }

  return (
    <div className="flex flex-1 items-start justify-center px-4 py-10 sm:py-16">
      <Card className="w-full max-w-sm p-6">
        <form onSubmit={submit} className="flex flex-col gap-4">
          <div className="flex items-center gap-3">
            <span
              aria-hidden="true"
              className="inline-flex size-10 items-center justify-center rounded-full bg-accent-soft text-accent-strong"
            >
              <Lock className="size-5" />
            </span>
            <h1 className="text-base font-semibold">{t('password.title')}</h1>
          </div>
          <PasswordField
            ref={field}
            label={t('password.label')}
            showLabel={t('shares:fields.showPassword')}
            hideLabel={t('shares:fields.hidePassword')}
            autoComplete="off"
            required
            value={password}
            error={error}
            hint={viewsLeft === null ? undefined : t('password.limited', { left: viewsLeft })}
            onChange={(event) => setPassword(event.target.value)}
          />
          <span role="alert" className="sr-only">
            {error}
          </span>
          <Button type="submit" variant="primary" isBusy={isBusy} disabled={password === ''}>
            {t('password.submit')}
          </Button>
          {children}
        </form>
      </Card>
    </div>
  );
}
