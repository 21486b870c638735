import { receiveToasts, type ToastChange } from '@satchel/ui/feedback/toast-store';
import { expect, it, vi } from 'vitest';
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
