import { useEffect } from 'react';
import { useSiteConfig } from './use-site-config.ts';

/** SPEC 2: document title = site title plus the page's subtitle. */
export function usePageTitle(subtitle: string): void {
  const { title } = useSiteConfig();
  useEffect(() => {
    document.title = subtitle ? `${subtitle} · ${title}` : title;
  }, [subtitle, title]);
}
