import { Button } from '@satchel/ui/actions/button';
import { Notice } from '@satchel/ui/feedback/notice';
import { PasswordField } from '@satchel/ui/forms/password-field';
import { TextField } from '@satchel/ui/forms/text-field';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sentenceOf } from '#shared/errors/sentence-of.ts';
import { useAdminLogin } from '../mutations.ts';

export function AdminLoginForm({ onLogin }: { onLogin: () => void }) {
  const { t } = useTranslation('sessions');
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const login = useAdminLogin();

  function submit(event: FormEvent) {
    event.preventDefault();
    // Callbacks given to `mutate` would not run: the form unmounts as soon as there is a session.
    login.mutateAsync({ username, password }).then(onLogin, () => {});
  }

  return (
    <form onSubmit={submit} className="flex flex-col gap-3.5">
      <TextField
        label={t('username')}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        required
        value={username}
        onChange={(event) => setUsername(event.target.value)}
      />
      <PasswordField
        label={t('password')}
        name="password"
        autoComplete="current-password"
        required
        showLabel={t('showPassword')}
        hideLabel={t('hidePassword')}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      {login.error && (
        <Notice tone="danger" role="alert">
          {sentenceOf(login.error)}
        </Notice>
      )}
      <Button type="submit" variant="primary" isBusy={login.isPending}>
        {t('submit')}
      </Button>
    </form>
  );
}
