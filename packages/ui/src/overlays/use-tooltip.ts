import {
  type ComponentType,
  type PointerEvent,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import { claimTooltip, releaseTooltip, tooltipDelayMs } from './one-tooltip.ts';
import type { TooltipPopupProps } from './tooltip-popup.tsx';

// Delay before it closes, so that the pointer can cross the gap between the control and the tooltip.
const LEAVE_MS = 120;

let Popup: ComponentType<TooltipPopupProps> | undefined;

/** Loads the positioning code on the first hover. Offline there is no tooltip, and no error. */
function loadPopup(): Promise<void> {
  if (Popup) return Promise.resolve();
  return import('./tooltip-popup.tsx').then(
    (module) => {
      Popup = module.TooltipPopup;
    },
    () => undefined,
  );
}

/**
 * Controls when a tooltip is visible: on hover with a mouse and on keyboard focus, until Escape or a press.
 */
export function useTooltip() {
  const [isOpen, setIsOpen] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isWanted = useRef(false);

  const close = useCallback(() => {
    isWanted.current = false;
    clearTimeout(timer.current);
    setIsOpen(false);
  }, []);

  const open = useCallback(
    (delayMs: number) => {
      isWanted.current = true;
      clearTimeout(timer.current);
      const loaded = loadPopup();
      const show = () => {
        if (!isWanted.current || !Popup) return;
        claimTooltip(close);
        setIsOpen(true);
      };
      timer.current = setTimeout(() => void loaded.then(show), delayMs);
    },
    [close],
  );

  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (!isOpen) return;
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key === 'Escape') close();
    };
    document.addEventListener('keydown', closeOnEscape, { capture: true });
    return () => {
      document.removeEventListener('keydown', closeOnEscape, { capture: true });
      releaseTooltip(close);
    };
  }, [isOpen, close]);

  const handlers = {
    onPointerEnter(event: PointerEvent) {
      // Ignores touch, because no hover would end, and the tooltip would stay.
      if (event.pointerType !== 'touch') open(isOpen ? 0 : tooltipDelayMs());
    },
    onPointerLeave() {
      isWanted.current = false;
      clearTimeout(timer.current);
      timer.current = setTimeout(close, LEAVE_MS);
    },
    onPointerDown: close,
    onFocus({ target }: { target: Element }) {
      if (target.matches(':focus-visible')) open(0);
    },
    onBlur: close,
  };
  return { Popup: isOpen ? Popup : undefined, handlers, close };
}
