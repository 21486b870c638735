import { mockError } from '@satchel/api-client/mock';
import { receiveToasts, type ToastChange } from '@satchel/ui/feedback/toast-store';
import i18next from 'i18next';
import { expect, it, vi } from 'vitest';
import { endSession, setSession } from '#shared/session/session-store.ts';
import { dismissErrorToasts, showErrorToast } from './show-error-toast.ts';
import { ToldError } from './told-error.ts';

it('errors go when their page is left, and those stay that came with the next one', () => {
  const changes: ToastChange[] = [];
  const stop = receiveToasts((change) => changes.push(change));
  vi.spyOn(Date, 'now').mockReturnValueOnce(1000).mockReturnValueOnce(5000);
  showErrorToast(new ToldError('of the page that is left'));
  showErrorToast(new ToldError('of the next page'));
  dismissErrorToasts(4000);
  dismissErrorToasts(4500);
  stop();
  const [first] = changes.flatMap((change) => ('show' in change ? [change.show.id] : []));
  expect(changes.filter((change) => 'dismiss' in change)).toEqual([{ dismiss: first }]);
});

it('the error that ended the session is not shown beside the toast that says so', async () => {
  await i18next.init({ lng: 'en' });
  const changes: ToastChange[] = [];
  const stop = receiveToasts((change) => changes.push(change));
  setSession({ kind: 'admin', token: 't' }, 0);
  showErrorToast(mockError('auth.invalid'));
  expect(changes).toHaveLength(1);
  endSession('adminTokenExpired');
  showErrorToast(mockError('auth.invalid'));
  expect(changes).toHaveLength(1);
  stop();
});
