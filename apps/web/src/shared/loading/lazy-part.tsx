import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { LoadError, PartBoundary } from './part-boundary.tsx';

/**
 * A part of a page whose code is loaded when it is shown. If that fails, it says so in its own place,
 * and the rest of the page stays as it is; it tries again by itself when the network is back.
 *
 * @param fallback what is shown while it loads; nothing by default
 * @param isSilent for what nobody has asked for and sees nothing of: a failure is not told; default false
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
          throw new LoadError('The code of a part did not load', { cause });
        },
      ),
    );
  // Made anew for another try, because `lazy` remembers a failure.
  let Part: ComponentType<Props> = create();
  return function LazyPart(props: Props) {
    return (
      <PartBoundary
        onReset={() => {
          Part = create();
        }}
        isSilent={isSilent}
      >
        <Suspense fallback={fallback}>
          <Part {...props} />
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
