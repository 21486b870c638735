import { useSelector } from '@tanstack/react-store';
import { useEffect, useState } from 'react';
import { lazyPart } from '#shared/loading/lazy-part.tsx';
import { siteConfig } from '#shared/site/site-config.ts';
import { showAccentColour } from './accent-colour.ts';
import { dismissAnnouncement, isDismissed } from './dismissed-announcements.ts';
import { showFavicon } from './favicon.ts';
import { isSafeMode } from './safe-mode.ts';

const Announcement = lazyPart(() =>
  import('./announcement.tsx').then((module) => module.Announcement),
);

export interface SiteExtrasProps {
  isHome: boolean;
  isPanel: boolean;
}

/** Additions of the administrator: favicon, accent colour, custom HTML, and an announcement on Home. */
export function SiteExtras({ isHome, isPanel }: SiteExtrasProps) {
  const { faviconUrl, accentColour, announcement, customHead, customBody } =
    useSelector(siteConfig);
  const [closed, setClosed] = useState('');

  useEffect(() => showFavicon(faviconUrl), [faviconUrl]);
  useEffect(() => showAccentColour(accentColour), [accentColour]);

  const hasCustomContent = !isPanel && !isSafeMode && Boolean(customHead || customBody);
  useEffect(() => {
    if (!hasCustomContent) return;
    let isWanted = true;
    let remove = () => {};
    import('./custom-content.ts').then(
      (module) => {
        if (isWanted) remove = module.insertCustomContent({ head: customHead, body: customBody });
      },
      // The app works without custom content.
      () => {},
    );
    return () => {
      isWanted = false;
      remove();
    };
  }, [hasCustomContent, customHead, customBody]);

  if (!isHome || !announcement || closed === announcement || isDismissed(announcement)) return null;
  return (
    <Announcement
      markdown={announcement}
      onClose={() => setClosed(announcement)}
      onDismiss={() => {
        dismissAnnouncement(announcement);
        setClosed(announcement);
      }}
    />
  );
}
