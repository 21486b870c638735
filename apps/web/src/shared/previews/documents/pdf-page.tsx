import type { PDFDocumentProxy, RenderTask } from 'pdfjs-dist';
import { useEffect, useRef, useState } from 'react';
import { PreviewFailure } from '../preview-failure.tsx';

const MAX_WIDTH_PX = 900;

export interface PdfPageProps {
  document: PDFDocumentProxy;
  pageNumber: number;
  label: string;
}

export function PdfPage({ document, pageNumber, label }: PdfPageProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [text, setText] = useState('');
  const [hasFailed, setHasFailed] = useState(false);

  useEffect(() => {
    let task: RenderTask | null = null;
    let isGone = false;

    async function draw() {
      const page = await document.getPage(pageNumber);
      const target = canvas.current;
      if (isGone || !target) return;
      const available = target.parentElement?.clientWidth ?? MAX_WIDTH_PX;
      const base = page.getViewport({ scale: 1 });
      const width = Math.min(available, MAX_WIDTH_PX);
      const viewport = page.getViewport({
        scale: (width / base.width) * Math.min(window.devicePixelRatio, 2),
      });
      target.width = viewport.width;
      target.height = viewport.height;
      target.style.width = `${width}px`;
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
  }, [document, pageNumber]);

  if (hasFailed) return <PreviewFailure reason="failed" />;
  return (
    <div>
      <canvas ref={canvas} role="img" aria-label={label} className="mx-auto bg-white shadow-md" />
      {/* Text for screen readers, because a canvas has none. */}
      <p className="sr-only">{text}</p>
    </div>
  );
}
