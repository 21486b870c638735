import { useSelector } from '@tanstack/react-store';
import { lazyPart } from '#shared/loading/lazy-part.tsx';
import { siteConfig } from '#shared/site/site-config.ts';

const MarkdownPreview = lazyPart(() =>
  import('#shared/markdown/render/markdown-preview.tsx').then((module) => module.MarkdownPreview),
);

/** Matches a footer without Markdown. It needs no renderer, which would double the first page's code. */
const PLAIN_TEXT = /^[\p{L}\p{N}\p{Zs}©®™.,;:，。；：、·()（）'’"“”&%+/-]*$/u;

export function Footer() {
  const { footerMarkdown } = useSelector(siteConfig);
  if (!footerMarkdown) return null;
  const isPlain = PLAIN_TEXT.test(footerMarkdown) && !footerMarkdown.includes('://');
  return (
    <footer className="border-t border-line px-4 py-5 text-center text-xs text-ink-faint sm:px-6">
      <div className="mx-auto max-w-7xl">
        {isPlain ? (
          <p>{footerMarkdown}</p>
        ) : (
          <MarkdownPreview source={footerMarkdown} size="small" />
        )}
      </div>
    </footer>
  );
}
