import { showToast } from '@satchel/ui/feedback/toast-store';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import {
  getSession,
  isSessionKey,
  onLogout,
  reloadStoredSession,
} from '#shared/session/session-store.ts';
import { ensureValidSession } from '#shared/session/validate-session.ts';

const TEXT = {
  logout: 'session.loggedOut',
  adminTokenExpired: 'session.adminExpired',
  apiKeyInvalid: 'session.keyInvalid',
} as const;

/** Validates the stored session at startup, shows why a session ended, and follows other tabs (SPEC 4). */
export function SessionWatch() {
  const { t } = useTranslation('shell');
  const router = useRouter();

  useEffect(
    () =>
      onLogout((reason) => {
        showToast(reason === 'logout' ? 'info' : 'error', t(TEXT[reason]));
        void router.invalidate();
      }),
    [router, t],
  );

  useEffect(() => {
    function follow(event: StorageEvent) {
      if (!isSessionKey(event.key)) return;
      reloadStoredSession();
      void router.invalidate();
    }
    window.addEventListener('storage', follow);
    return () => window.removeEventListener('storage', follow);
  }, [router]);

  useEffect(() => {
    if (getSession().kind === 'none') return;
    void ensureValidSession();
  }, []);

  return null;
}
