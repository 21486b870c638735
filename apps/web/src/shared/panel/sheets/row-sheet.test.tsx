import { useState } from 'react';
import { expect, it } from 'vitest';
import { renderHook } from '#shared/testing/render-hook.tsx';
import { RowSheet } from './row-sheet.tsx';

const A = { id: 'a', name: 'Anna' };
const B = { id: 'b', name: 'Ben' };

function Field({ name }: { name: string }) {
  const [typed] = useState(name);
  return <p>{typed}</p>;
}

const sheetOf = (edited: string | undefined, rows: readonly (typeof A)[] | undefined) => () => (
  <RowSheet edited={edited} rows={rows}>
    {(row) => <Field name={row?.name ?? 'New'} />}
  </RowSheet>
);

it('stays open, unchanged, when its row leaves the list', () => {
  const { container, rerender } = renderHook(sheetOf('a', undefined));
  expect(container.textContent).toBe('');
  rerender(sheetOf('a', [A, B]));
  const field = container.querySelector('p');
  expect(field?.textContent).toBe('Anna');
  rerender(sheetOf('a', [B]));
  expect(container.querySelector('p')).toBe(field);
});

it('shows another row, a new one, and nothing once it is closed', () => {
  const { container, rerender } = renderHook(sheetOf('a', [A, B]));
  rerender(sheetOf('b', [A, B]));
  expect(container.textContent).toBe('Ben');
  rerender(sheetOf('new', [A, B]));
  expect(container.textContent).toBe('New');
  rerender(sheetOf(undefined, [A, B]));
  expect(container.textContent).toBe('');
  rerender(sheetOf('c', [A, B]));
  expect(container.textContent).toBe('');
});
