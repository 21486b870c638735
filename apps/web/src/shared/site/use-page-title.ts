import { useSelector } from '@tanstack/react-store';
import { useEffect } from 'react';
import { siteConfig } from './site-config.ts';

/** Sets the document's title: the page's subtitle and the site's title (SPEC 2). */
export function usePageTitle(subtitle: string): void {
  const { title } = useSelector(siteConfig);
  useEffect(() => {
    document.title = subtitle ? `${subtitle} · ${title}` : title;
  }, [subtitle, title]);
}
