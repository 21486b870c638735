import { useSyncExternalStore } from 'react';
import { getSiteConfig, type SiteConfig, subscribeToSiteConfig } from './site-config.ts';

export function useSiteConfig(): SiteConfig {
  return useSyncExternalStore(subscribeToSiteConfig, getSiteConfig);
}
