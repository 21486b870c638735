import { Toast } from '@base-ui/react/toast';
import clsx from 'clsx';
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { Spinner } from './spinner.tsx';
import { receiveToasts, type ShownToast, type ToastTone } from './toast-store.ts';

const MAX_SHOWN = 4;
// Delay before a toast is added, because screen readers announce additions to a live region, not its initial
// content.
const NOTICED_AFTER_MS = 150;

const TONE: Record<ToastTone, { icon: ReactNode; className: string }> = {
  success: { icon: <CircleCheck />, className: 'text-success' },
  error: { icon: <CircleAlert />, className: 'text-danger' },
  info: { icon: <Info />, className: 'text-accent' },
  loading: { icon: <Spinner />, className: 'text-ink-muted' },
};

// Base UI gives each toast the role of a dialog, which sounds as if the page were waiting for an answer.
const NOT_A_DIALOG = { role: 'group', 'aria-modal': undefined } as const;

export interface ToastRegionProps {
  regionLabel: string;
  dismissLabel: string;
}

/**
 * List of toasts at the bottom centre, because menus and names are at the left of pages, and buttons at the
 * right. F6 moves the focus here and back. Hover and focus pause the time. A swipe, Escape or the button
 * dismisses.
 */
export function ToastRegion({ regionLabel, dismissLabel }: ToastRegionProps) {
  const [manager] = useState(() => Toast.createToastManager<ShownToast>());
  useEffect(() => {
    let stop = () => {};
    const timer = setTimeout(() => {
      stop = receiveToasts((change) => {
        if ('dismiss' in change) manager.close(change.dismiss);
        else manager.add(toToast(change.show, () => manager.close(change.show.id)));
      });
    }, NOTICED_AFTER_MS);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [manager]);
  return (
    <Toast.Provider toastManager={manager} limit={MAX_SHOWN}>
      <Toast.Portal>
        <Toast.Viewport
          ref={keepRoomBelowPage}
          aria-label={regionLabel}
          className="pointer-events-none fixed inset-x-3 bottom-[calc(0.75rem+env(safe-area-inset-bottom)+var(--toast-inset,0px))] z-60 mx-auto flex max-w-md flex-col gap-2 rounded-lg md:max-w-92"
        >
          <ToastList dismissLabel={dismissLabel} />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

/**
 * Adds space below the page on phones, because toasts there are as wide as the page and would cover its end.
 */
function keepRoomBelowPage(viewport: HTMLDivElement): () => void {
  const root = document.documentElement;
  const observer = new ResizeObserver(() => {
    const height = viewport.offsetHeight;
    root.style.setProperty('--toast-room', height > 0 ? `calc(${height}px + 1.5rem)` : '0px');
  });
  observer.observe(viewport);
  return () => {
    observer.disconnect();
    root.style.removeProperty('--toast-room');
  };
}

function toToast(toast: ShownToast, close: () => void) {
  const { id, tone, message, description, action, durationMs, onClose } = toast;
  const actionProps = action && {
    children: action.label,
    onClick: () => {
      action.onAction();
      close();
    },
  };
  return {
    ...{ id, title: message, description, type: tone, timeout: durationMs, data: toast },
    ...{ actionProps, onClose },
  };
}

function ToastList({ dismissLabel }: { dismissLabel: string }) {
  const { toasts } = Toast.useToastManager<ShownToast>();
  return toasts.map((toast) => {
    const tone = TONE[toast.data?.tone ?? 'info'];
    return (
      <Toast.Root
        key={toast.id}
        toast={toast}
        {...NOT_A_DIALOG}
        swipeDirection={['left', 'down']}
        className="pointer-events-auto rounded-lg border border-line bg-raised text-ink shadow-md outline-offset-0 transition-[opacity,transform] duration-calm ease-enter select-none [transform:translate(var(--toast-swipe-movement-x),var(--toast-swipe-movement-y))] data-starting-style:opacity-0 data-starting-style:[transform:translateY(0.5rem)] data-ending-style:opacity-0 data-[swipe-direction=left]:data-ending-style:[transform:translateX(-110%)] data-limited:hidden"
      >
        <Toast.Content className="flex items-center gap-2.5 py-2.5 pr-1.5 pl-3">
          <span aria-hidden="true" className={clsx('[&_svg]:size-4.5', tone.className)}>
            {tone.icon}
          </span>
          <div className="min-w-0 flex-1 py-px">
            <Toast.Title render={<p />} className="text-sm wrap-anywhere" />
            <Toast.Description className="mt-0.5 text-meta text-ink-muted wrap-anywhere" />
          </div>
          <Toast.Action className="touch-target -my-1 inline-flex h-8 shrink-0 items-center justify-center rounded-sm px-2.5 text-label text-accent hover:bg-accent-soft hover:text-accent-strong" />
          <Toast.Close
            aria-label={dismissLabel}
            // Base UI hides the button until the pointer is over the toast, so that users without a pointer
            // would never find it.
            aria-hidden={undefined}
            className="touch-target inline-flex size-6 shrink-0 items-center justify-center rounded-sm text-ink-faint hover:bg-hover hover:text-ink"
          >
            <X className="size-4" />
          </Toast.Close>
        </Toast.Content>
      </Toast.Root>
    );
  });
}
