import type { PDFDocumentProxy, RenderTask } from 'pdfjs-dist';
import { useEffect, useRef, useState } from 'react';
import { PreviewFailure } from '../preview-failure.tsx';

/** Height by width of most paper, until the page has loaded. */
export const PAPER_RATIO = Math.SQRT2;

export interface PdfPageProps {
  document: PDFDocumentProxy;
  pageNumber: number;
  widthPx: number;
  label: string;
}

export function PdfPage({ document, pageNumber, widthPx, label }: PdfPageProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [text, setText] = useState('');
  const [ratio, setRatio] = useState(PAPER_RATIO);
  const [hasFailed, setHasFailed] = useState(false);

  useEffect(() => {
    let task: RenderTask | null = null;
    let isGone = false;

    async function draw() {
      const page = await document.getPage(pageNumber);
      const target = canvas.current;
      if (isGone || !target) return;
      const base = page.getViewport({ scale: 1 });
      setRatio(base.height / base.width);
      const viewport = page.getViewport({
        scale: (widthPx / base.width) * Math.min(window.devicePixelRatio, 2),
      });
      target.width = viewport.width;
      target.height = viewport.height;
      task = page.render({ canvas: target, viewport });
      await task.promise;
      const content = await page.getTextContent();
      const words = content.items.map((item) => ('str' in item ? item.str : '')).join(' ');
      if (!isGone) setText(words);
    }

    draw().catch(() => {
      if (!isGone) setHasFailed(true);
    });
    return () => {
      isGone = true;
      task?.cancel();
    };
  }, [document, pageNumber, widthPx]);

  if (hasFailed) return <PreviewFailure reason="failed" />;
  return (
    <div>
      <canvas
        ref={canvas}
        role="img"
        aria-label={label}
        style={{ width: widthPx, height: widthPx * ratio }}
        className="bg-white shadow-md"
      />
      {/* Text for screen readers, because a canvas has none. */}
      <p className="sr-only">{text}</p>
    </div>
  );
}
