import {
  type ComponentType,
  type ReactNode,
  Suspense,
  startTransition,
  useEffect,
  useState,
} from 'react';
import { LoadError, PartBoundary } from './part-boundary.tsx';

/**
 * Creates a component whose code loads when it is rendered. If that fails, the error appears in its place and
 * the rest of the page keeps working. It retries when the network is back.
 *
 * @param fallback shown while it loads; default nothing
 * @param isSilent true for invisible components that the user did not request: hides failures; default false
 *
 * @example
 * const QrDialog = lazyPart(() => import('./qr-dialog.tsx').then((module) => module.QrDialog));
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode = null,
  isSilent = false,
): ComponentType<Props> {
  let Part: ComponentType<Props> | undefined;
  let loading: Promise<LoadError | null> | undefined;
  /** Resolves with null, or with the error of a load that failed. The next call loads again. */
  async function start(): Promise<LoadError | null> {
    try {
      Part = await load();
      return null;
    } catch (cause) {
      loading = undefined;
      return new LoadError('Part did not load', { cause });
    }
  }
  /** Replaces `lazy`, after whose fallback React waits 300 ms, even if the code is there after 20. */
  function Current(props: Props) {
    // Starts during the rendering, because effects run only after the page is painted.
    const [started] = useState(() => (loading ??= start()));
    /** Undefined until the load has ended. */
    const [error, setError] = useState<LoadError | null | undefined>(Part ? null : undefined);
    useEffect(() => {
      // Rendered in slices, as what `lazy` shows.
      void started.then((end) => startTransition(() => setError(end)));
    }, [started]);
    if (error) throw error;
    return Part ? <Part {...props} /> : fallback;
  }
  return function LazyPart(props: Props) {
    return (
      <PartBoundary isSilent={isSilent}>
        <Suspense fallback={fallback}>
          <Current {...props} />
        </Suspense>
      </PartBoundary>
    );
  };
}

/** A `lazyPart` for parts of one place, which shows the same while any of them loads. */
export function lazyPartOf(fallback: ReactNode) {
  return <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
    lazyPart(load, fallback);
}
