import { listSettings, SETTING_GROUPS } from '@satchel/api-client/contract/settings';
import { api } from '#shared/api/api.ts';
import { readStoredJson, writeStored } from '#shared/storage/browser-storage.ts';

export interface SiteConfig {
  readonly title: string;
  readonly footerMarkdown: string;
}

const STORAGE_KEY = 'satchel.site-config';
/** How long the stored site config may be shown: 24 hours (SPEC 9). */
const CACHE_MS = 24 * 60 * 60 * 1000;

const DEFAULT_SITE_CONFIG: SiteConfig = { title: 'Satchel', footerMarkdown: '' };

let config: SiteConfig = readSiteConfig(Date.now()) ?? DEFAULT_SITE_CONFIG;
const listeners = new Set<() => void>();

export function getSiteConfig(): SiteConfig {
  return config;
}

export function subscribeToSiteConfig(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The stored config is shown at once; the server is still asked, once a visit. */
export async function refreshSiteConfig(): Promise<void> {
  try {
    const settings = await api.call(listSettings, {
      query: { group: SETTING_GROUPS.site, metadata: 'false' },
    });
    config = siteConfigOf(Array.isArray(settings) ? settings : []);
  } catch {
    // If the server cannot be asked, the stored config or the default is used.
    return;
  }
  writeStored(STORAGE_KEY, JSON.stringify({ ...config, storedAtMs: Date.now() }));
  for (const listener of listeners) listener();
}

export function readSiteConfig(nowMs: number): SiteConfig | undefined {
  const stored = readStoredJson(STORAGE_KEY);
  if (!isStoredSiteConfig(stored) || nowMs - stored.storedAtMs > CACHE_MS) return undefined;
  return { title: stored.title, footerMarkdown: stored.footerMarkdown };
}

function siteConfigOf(rows: readonly { key: string; value: string }[]): SiteConfig {
  const settingOf = (key: string) => rows.find((row) => row.key === key)?.value;
  return {
    title: settingOf('site_title') || DEFAULT_SITE_CONFIG.title,
    footerMarkdown: settingOf('site_footer_markdown') ?? '',
  };
}

interface StoredSiteConfig extends SiteConfig {
  readonly storedAtMs: number;
}

function isStoredSiteConfig(value: unknown): value is StoredSiteConfig {
  return (
    typeof value === 'object' &&
    value !== null &&
    'title' in value &&
    typeof value.title === 'string' &&
    'footerMarkdown' in value &&
    typeof value.footerMarkdown === 'string' &&
    'storedAtMs' in value &&
    typeof value.storedAtMs === 'number'
  );
}
