import { Button } from '@satchel/ui/actions/button';
import { PasswordField } from '@satchel/ui/forms/password-field';
import { Lock } from 'lucide-react';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sentenceOf } from '#shared/errors/sentence-of.ts';
import { ShareGate } from './share-gate.tsx';

export interface PasswordPromptProps {
  isBusy: boolean;
  /** Error of the last attempt. */
  error: unknown;
  /** Remaining views; null if unlimited. */
  viewsLeft: number | null;
  onSubmit: (password: string) => void;
  /** Other ways to open the share, such as the owner's. */
  children?: ReactNode;
}

export function PasswordPrompt({
  isBusy,
  error,
  viewsLeft,
  onSubmit,
  children,
}: PasswordPromptProps) {
  const { t } = useTranslation('share-views');
  const [password, setPassword] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const problem = error ? sentenceOf(error) : undefined;

  useEffect(() => {
    field.current?.focus();
  }, []);
  useEffect(() => {
    // Selects the wrong password, so that typing replaces it.
    if (error) field.current?.select();
  }, [error]);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (password !== '') onSubmit(password);
  }

  return (
    <ShareGate icon={<Lock />} title={t('password.title')} subtitle={t('password.hint')}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        <PasswordField
          ref={field}
          label={t('password.label')}
          autoComplete="off"
          required
          value={password}
          error={problem}
          hint={viewsLeft === null ? undefined : t('password.limited', { left: viewsLeft })}
          onChange={(event) => setPassword(event.target.value)}
        />
        <span role="alert" className="sr-only">
          {problem}
        </span>
        <Button type="submit" variant="primary" isBusy={isBusy} disabled={password === ''}>
          {t('password.submit')}
        </Button>
        {children}
      </form>
    </ShareGate>
  );
}
