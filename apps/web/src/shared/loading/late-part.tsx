import { afterPaint } from '@satchel/ui/after-paint';
import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { lazyPart } from './lazy-part.tsx';

/**
 * A `lazyPart` whose code is not asked for before the page without it is on the screen: what nobody
 * presses in the first moment shall not take the network from what everybody reads. Later it is shown at
 * once.
 *
 * @param fallback what stands there until then, of the same size; nothing by default
 *
 * @example
 * const Toolbar = latePart(() => import('./toolbar.tsx').then((module) => module.Toolbar));
 */
export function latePart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode = null,
): ComponentType<Props> {
  const Part = lazyPart(load, fallback);
  let isDue = false;
  return function LatePart(props: Props) {
    const [isShown, setIsShown] = useState(isDue);
    useEffect(() => {
      if (isDue) return;
      void afterPaint().then(() => {
        isDue = true;
        setIsShown(true);
      });
    }, []);
    return isShown ? <Part {...props} /> : fallback;
  };
}
