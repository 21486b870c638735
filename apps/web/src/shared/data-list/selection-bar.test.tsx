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
