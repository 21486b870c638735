import { useSelector } from '@tanstack/react-store';
import './markdown-preview.css';
import clsx from 'clsx';
import { useDeferredValue, useLayoutEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { isDarkPainted } from '#shared/theme/theme-store.ts';
import { enhanceMarkdown } from './enhance-markdown.ts';
import { isLongMarkdown, renderLongMarkdown } from './render-long-markdown.ts';
import { renderMarkdown } from './render-markdown.ts';

export interface MarkdownPreviewProps {
  source: string;
  size?: 'small' | 'medium';
  className?: string;
}

export function MarkdownPreview({ source, size = 'medium', className }: MarkdownPreviewProps) {
  const { t } = useTranslation('markdown');
  const container = useRef<HTMLDivElement>(null);
  const isDark = useSelector(isDarkPainted);
  const deferredSource = useDeferredValue(source);
  const texts = useMemo(
    () => ({
      copy: t('preview.copy'),
      copied: t('preview.copied'),
      diagram: t('preview.diagram'),
      diagramFailed: t('preview.diagramFailed'),
    }),
    [t],
  );

  // A layout effect, because otherwise the page would first be painted without its text.
  useLayoutEffect(() => {
    const root = container.current;
    if (!root) return;
    const controller = new AbortController();
    const { signal } = controller;
    if (isLongMarkdown(deferredSource)) {
      void renderLongMarkdown(root, deferredSource, signal).then(() => {
        if (!signal.aborted) return enhanceMarkdown(root, { isDark, texts, signal });
      });
    } else {
      root.replaceChildren(renderMarkdown(deferredSource));
      void enhanceMarkdown(root, { isDark, texts, signal });
    }
    return () => controller.abort();
  }, [deferredSource, isDark, texts]);

  return (
    <div
      ref={container}
      className={clsx('markdown', size === 'small' ? 'text-xs' : 'text-[0.9375rem]', className)}
    />
  );
}
