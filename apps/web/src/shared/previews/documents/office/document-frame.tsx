import { type RefObject, useEffect, useRef, useState } from 'react';

/** Keys that the preview window handles: they move to another file, or close the preview. */
const PREVIEW_KEYS = new Set(['Escape', 'ArrowLeft', 'ArrowRight']);

export interface DocumentFrameProps {
  /** Whole HTML page. */
  page: string;
  title: string;
}

/**
 * Shows a page that is made of a document. The frame's sandbox forbids scripts; the app may still read the frame,
 * to fit it to the window and to hear its keys.
 */
export function DocumentFrame({ page, title }: DocumentFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    // An address of its own, without which links to a heading would lead to the app.
    const address = URL.createObjectURL(new Blob([page], { type: 'text/html' }));
    setUrl(address);
    return () => URL.revokeObjectURL(address);
  }, [page]);
  useFit(frame);
  return (
    <iframe
      ref={frame}
      title={title}
      src={url}
      sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
      referrerPolicy="no-referrer"
      onLoad={() => {
        fit(frame.current);
        forwardKeys(frame.current);
      }}
      className="min-h-[70dvh] w-full flex-1 bg-sunken"
    />
  );
}

/** Makes pages that are wider than the window as small as the window. */
function fit(frame: HTMLIFrameElement | null): void {
  const body = frame?.contentDocument?.body;
  if (!frame || !body) return;
  body.style.zoom = '';
  body.style.zoom = String(Math.min(1, frame.clientWidth / Math.max(1, body.offsetWidth)));
}

function useFit(frame: RefObject<HTMLIFrameElement | null>): void {
  useEffect(() => {
    const { current } = frame;
    if (!current) return;
    let widthPx = current.clientWidth;
    const observer = new ResizeObserver(() => {
      if (current.clientWidth === widthPx) return;
      widthPx = current.clientWidth;
      fit(current);
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, [frame]);
}

function forwardKeys(frame: HTMLIFrameElement | null): void {
  frame?.contentDocument?.addEventListener('keydown', (event) => {
    const { key, code, altKey, ctrlKey, metaKey, shiftKey } = event;
    if (!PREVIEW_KEYS.has(key) || altKey || ctrlKey || metaKey || shiftKey) return;
    event.preventDefault();
    frame.dispatchEvent(
      new KeyboardEvent('keydown', { key, code, bubbles: true, cancelable: true }),
    );
  });
}
