import { ApiError } from '@satchel/api-client/api-error';
import { Button } from '@satchel/ui/actions/button';
import { PasswordField } from '@satchel/ui/forms/password-field';
import { TextField } from '@satchel/ui/forms/text-field';
import type { UseMutationResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorNotice } from '#shared/errors/error-notice.tsx';
import { bindFields } from '#shared/forms/bind-fields.ts';
import { showProblems } from '#shared/forms/show-problems.ts';
import { useAdminLogin, useKeyLogin } from '../mutations.ts';

interface LoginProps {
  onLogin: () => void;
}

export function AdminLoginForm({ onLogin }: LoginProps) {
  const { t } = useTranslation('sessions');
  const [credentials, setCredentials] = useState({ username: '', password: '' });
  const login = useAdminLogin();
  const { text } = bindFields(credentials, (changed) =>
    setCredentials({ ...credentials, ...changed }),
  );
  return (
    <LoginForm login={login} input={credentials} onLogin={onLogin}>
      <TextField
        label={t('username')}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        required
        {...text('username')}
      />
      <PasswordField
        label={t('password')}
        name="password"
        autoComplete="current-password"
        required
        {...text('password')}
      />
    </LoginForm>
  );
}

export interface KeyLoginFormProps extends LoginProps {
  /** Key that the field has at first. */
  initialKey?: string;
}

export function KeyLoginForm({ onLogin, initialKey = '' }: KeyLoginFormProps) {
  const { t } = useTranslation('sessions');
  const [key, setKey] = useState(initialKey);
  const login = useKeyLogin();
  const isRefused = login.error instanceof ApiError && login.error.status === 401;
  return (
    <LoginForm
      login={login}
      input={key.trim()}
      problem={isRefused ? t('invalidKey') : undefined}
      onLogin={onLogin}
    >
      <PasswordField
        label={t('key')}
        hint={t('keyHint')}
        name="api-key"
        autoComplete="off"
        required
        showLabel={t('showKey')}
        hideLabel={t('hideKey')}
        value={key}
        onChange={(event) => setKey(event.target.value)}
      />
    </LoginForm>
  );
}

interface LoginFormProps<Input> extends LoginProps {
  login: UseMutationResult<unknown, Error, Input>;
  input: Input;
  /** Reason of a failed login, shown instead of the server's message. */
  problem?: string | undefined;
  /** Inputs of the form. */
  children: ReactNode;
}

function LoginForm<Input>({ login, input, problem, onLogin, children }: LoginFormProps<Input>) {
  const { t } = useTranslation('sessions');
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!event.currentTarget.checkValidity()) {
          showProblems(event.currentTarget);
          return;
        }
        // Awaits the promise, because callbacks of `mutate` do not run: the form unmounts when the session
        // begins.
        login.mutateAsync(input).then(onLogin, () => {});
      }}
      className="flex flex-col gap-3.5"
    >
      {children}
      <ErrorNotice error={login.error} sentence={problem} />
      <Button type="submit" variant="primary" isBusy={login.isPending}>
        {t('submit')}
      </Button>
    </form>
  );
}
