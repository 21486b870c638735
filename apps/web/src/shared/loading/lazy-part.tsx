import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
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
  const create = () =>
    lazy(() =>
      load().then(
        (part) => ({ default: part }),
        (cause: unknown) => {
          throw new LoadError('Part did not load', { cause });
        },
      ),
    );
  // Created again for a retry, because `lazy` caches a failure.
  let Part: ComponentType<Props> = create();
  // Reads `Part` when it is rendered, because the boundary renders the same element again for a retry.
  const Current = (props: Props) => <Part {...props} />;
  return function LazyPart(props: Props) {
    return (
      <PartBoundary
        onReset={() => {
          Part = create();
        }}
        isSilent={isSilent}
      >
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
