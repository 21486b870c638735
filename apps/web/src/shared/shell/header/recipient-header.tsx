import { useSelector } from '@tanstack/react-store';
import { isIconAddress } from '#shared/site/icon-address.ts';
import { siteConfig } from '#shared/site/site-config.ts';
import { LanguageButton } from './language-button.tsx';
import { Logo } from './logo.tsx';
import { ThemeButton } from './theme-button.tsx';

/** Header for strangers who were sent a link: whose site this is, and nothing of the product. */
export function RecipientHeader() {
  const { title, faviconUrl } = useSelector(siteConfig);
  return (
    <header className="border-b border-line print:hidden">
      <div className="mx-auto flex h-14 max-w-page items-center gap-2 px-gutter">
        <span className="flex min-w-0 items-center gap-2">
          {isIconAddress(faviconUrl) ? (
            <img src={faviconUrl} alt="" className="size-7 shrink-0 rounded-sm object-contain" />
          ) : (
            <Logo className="size-7 shrink-0 text-saddle" />
          )}
          <span className="truncate text-base font-semibold tracking-tight">{title}</span>
        </span>
        <div className="ml-auto flex items-center gap-0.5">
          <LanguageButton />
          <ThemeButton />
        </div>
      </div>
    </header>
  );
}
