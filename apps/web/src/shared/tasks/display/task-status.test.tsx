import { act } from 'react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { changeLanguage, loadTexts, startI18n } from '#shared/i18n/i18n.ts';
import { renderHook } from '#shared/testing/render-hook.tsx';
import { noProgress, type Task, type TaskProgress } from '../task.ts';
import { TaskStatus } from './task-status.tsx';

beforeAll(async () => {
  await startI18n();
  await changeLanguage('en');
  await loadTexts('tasks');
});
afterEach(() => void vi.useRealTimers());

function uploadWith(progress: Partial<TaskProgress>): Task {
  const now = { ...noProgress(8_000_000), doneBytes: 4_000_000, fraction: 0.5, ...progress };
  const of = { id: 'a', kind: 'upload', title: 'a.bin', state: 'running' } as const;
  return { ...of, progress: now, cancel() {}, leave() {} };
}

it('says that no data moves after some seconds, not at once', () => {
  vi.useFakeTimers();
  const { container } = renderHook(() => (
    <TaskStatus task={uploadWith({ quietSinceMs: Date.now() })} />
  ));
  expect(container.textContent).toMatch(/^Uploading/);
  act(() => void vi.advanceTimersByTime(2000));
  expect(container.textContent).toMatch(/^Uploading/);
  act(() => void vi.advanceTimersByTime(10_000));
  expect(container.textContent).toContain('no data for 12 s, trying again');
});

it('says 0:01 until the last byte', () => {
  const { container } = renderHook(() => (
    <TaskStatus task={uploadWith({ bytesPerSecond: 40_000_000, timeLeftMs: 100 })} />
  ));
  expect(container.textContent).toContain('0:01 left');
});
