import { useEffect, useState } from 'react';

/** Reports whether the values of a form differ from the initial ones. */
export function useDirty(values: object, onDirtyChange: (isDirty: boolean) => void): void {
  const current = JSON.stringify(values);
  const [initial] = useState(current);
  const isDirty = current !== initial;
  useEffect(() => onDirtyChange(isDirty), [isDirty, onDirtyChange]);
}
