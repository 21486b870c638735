import { expect, it } from 'vitest';
import { getSession, setSession } from '#shared/session/session-store.ts';
import { noteUnsaved } from '#shared/unsaved/unsaved-forms.ts';
import { cancelLogOut, logOutState, requestLogOut } from './log-out-request.ts';

it('a log-out asks while a form has unsaved changes', async () => {
  const form = {};
  setSession(
    { kind: 'apiKey', key: 'k', permissions: 1, keyInfo: { id: '1', name: 'k', basic_path: '/' } },
    0,
  );
  noteUnsaved(form, true);
  await requestLogOut();
  expect(logOutState.get()).toMatchObject({ isAsking: true, costs: { hasEdits: true } });
  expect(getSession().kind).toBe('apiKey');

  cancelLogOut();
  noteUnsaved(form, false);
  await requestLogOut();
  expect(getSession().kind).toBe('none');
});
