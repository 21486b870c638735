import { createAtom, useSelector } from '@tanstack/react-store';
import { useEffect } from 'react';
import { plainName } from '#shared/format/plain-name.ts';
import { siteConfig } from './site-config.ts';

/** Words before every title, such as the progress of uploads; '' for none. */
export const titlePrefix = createAtom('');

/** Sets the document's title: the page's subtitle, which may be a foreign name, and the site's title (SPEC 2). */
export function usePageTitle(subtitle: string): void {
  const { title } = useSelector(siteConfig);
  const prefix = useSelector(titlePrefix);
  useEffect(() => {
    document.title = [prefix, plainName(subtitle), title].filter(Boolean).join(' · ');
  }, [prefix, subtitle, title]);
}
