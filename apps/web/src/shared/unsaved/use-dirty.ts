import { useEffect, useState } from 'react';

/**
 * Reports whether the values of a form differ from the initial ones.
 *
 * @param isHeld whether the initial values are unsaved themselves, see `useHeldState`
 */
export function useDirty(
  values: object,
  onDirtyChange: (isDirty: boolean) => void,
  isHeld = false,
): void {
  const current = JSON.stringify(values);
  const [initial] = useState(current);
  const isDirty = isHeld || current !== initial;
  useEffect(() => onDirtyChange(isDirty), [isDirty, onDirtyChange]);
}
