import { useEffect, useState } from 'react';

/** Tells whether the values of a form differ from those that it began with. */
export function useDirty(values: object, onDirtyChange: (isDirty: boolean) => void): void {
  const current = JSON.stringify(values);
  const [initial] = useState(current);
  const isDirty = current !== initial;
  useEffect(() => onDirtyChange(isDirty), [isDirty, onDirtyChange]);
}
