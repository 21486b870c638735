import { act } from 'react';
import { expect, it } from 'vitest';
import { renderHook } from '#shared/testing/render-hook.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { useSelection } from './use-selection.ts';

interface Row {
  readonly id: string;
}

const rowsOf = (...ids: string[]): Row[] => ids.map((id) => ({ id }));

it('rows that are fetched to select all of them do not replace a newer selection', async () => {
  const fetched = Promise.withResolvers<readonly Row[]>();
  let selection: ReturnType<typeof useSelection<Row>> | undefined;
  let asked: AbortSignal | undefined;
  const bar = renderHook(() => {
    selection = useSelection<Row>(({ id }) => id, [], 'list');
    return (
      <SelectionBar
        selection={selection}
        total={3}
        allRows={(signal) => {
          asked = signal;
          return fetched.promise;
        }}
        actions={[]}
        onDelete={undefined}
      />
    );
  });
  act(() => selection?.replace(rowsOf('a')));
  act(() => bar.container.querySelector('button')?.click());
  act(() => selection?.replace(rowsOf('b')));
  expect(asked?.aborted).toBe(true);
  await act(async () => fetched.resolve(rowsOf('a', 'b', 'c')));
  expect([...(selection?.rows.keys() ?? [])]).toEqual(['b']);
});

it('deletes nothing while all rows are fetched, because it would delete only what was selected before', async () => {
  const fetched = Promise.withResolvers<readonly Row[]>();
  const deleted: Row[][] = [];
  let selection: ReturnType<typeof useSelection<Row>> | undefined;
  const { container } = renderHook(() => {
    selection = useSelection<Row>(({ id }) => id, [], 'list');
    return (
      <SelectionBar
        selection={selection}
        total={3}
        allRows={() => fetched.promise}
        actions={[]}
        onDelete={(rows) => deleted.push([...rows])}
      />
    );
  });
  const press = (at: number) => act(() => container.querySelectorAll('button')[at]?.click());
  act(() => selection?.replace(rowsOf('a')));
  press(0);
  press(1);
  expect(deleted).toEqual([]);
  await act(async () => fetched.resolve(rowsOf('a', 'b', 'c')));
  press(0);
  expect(deleted).toEqual([rowsOf('a', 'b', 'c')]);
});
