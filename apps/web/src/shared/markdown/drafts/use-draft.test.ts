import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { endSession, setSession } from '#shared/session/session-store.ts';
import { renderHook } from '#shared/testing/render-hook.tsx';
import { readDraft } from './draft-store.ts';
import { useDraft } from './use-draft.ts';
import { useEditDraft } from './use-edit-draft.ts';

const openTab = () => renderHook(() => useDraft('home'));
const closeTabs = () => window.dispatchEvent(new Event('pagehide'));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  localStorage.clear();
});

function type(tab: { current: { setText: (text: string) => void } }, text: string): void {
  act(() => tab.current.setText(text));
  act(() => void vi.advanceTimersByTime(1_000));
}

function typeInTwoTabs() {
  const [first, second] = [openTab(), openTab()];
  type(first, 'one');
  type(second, 'two');
  return [first, second] as const;
}

it('a tab in which nothing was typed leaves the draft of another one', () => {
  const idle = openTab();
  const writing = openTab();
  type(writing, 'a long thought');
  writing.unmount();
  idle.rerender();
  act(() => void vi.advanceTimersByTime(1_000));
  closeTabs();
  idle.unmount();
  expect(openTab().current.text).toBe('a long thought');
});

it('texts of two tabs are both there, one after the other', () => {
  const [first, second] = typeInTwoTabs();
  type(first, 'one and more');
  type(second, 'two and more');
  closeTabs();
  first.unmount();
  second.unmount();

  const next = openTab();
  expect(next.current.text).toBe('two and more');
  act(() => next.current.clearSent('two and more'));
  next.unmount();
  expect(openTab().current.text).toBe('one and more');
});

it('a text that one of two tabs has sent does not come back', () => {
  const [first, second] = typeInTwoTabs();
  act(() => first.current.clearSent('one'));
  act(() => second.current.clearSent('two'));
  act(() => void vi.advanceTimersByTime(1_000));
  closeTabs();
  first.unmount();
  second.unmount();
  expect(openTab().current.text).toBe('');
});

it('clearing one of two tabs leaves the text of the other', () => {
  const [first, second] = typeInTwoTabs();
  type(first, '');
  expect(readDraft('home')).toBe('two');
  type(second, '');
  expect(readDraft('home')).toBe('');
});

it('the last words of an edit are stored when its session expires, and not on a log-out', () => {
  const begin = () => {
    setSession({ kind: 'admin', token: 't' }, 0);
    const edit = renderHook(() => useEditDraft('edit.7', 'as it was'));
    act(() => edit.current.setText('the last words'));
    return edit;
  };
  const left = begin();
  endSession('logout');
  left.unmount();
  expect(readDraft('edit.7')).toBe('');
  begin();
  endSession('adminTokenExpired');
  expect(readDraft('edit.7')).toBe('the last words');
});
