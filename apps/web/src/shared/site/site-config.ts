import { SETTING_GROUPS } from '@satchel/api-client/contract/limits';
import { createAtom } from '@tanstack/react-store';
import { client } from '#shared/api/client.ts';
import { readStoredJson, writeStored } from '#shared/storage/browser-storage.ts';

/** Site settings of the administrator (SPEC 3). */
export interface SiteConfig {
  readonly title: string;
  readonly footerMarkdown: string;
  /** '' for the app's own icon. */
  readonly faviconUrl: string;
  /** `#rrggbb`; '' for the app's own. */
  readonly accentColour: string;
  /** Markdown; '' for no announcement. */
  readonly announcement: string;
  /** HTML for the document's head; '' for none. */
  readonly customHead: string;
  /** HTML for the end of the document; '' for none. */
  readonly customBody: string;
}

const STORAGE_KEY = 'satchel.site-config';
/** Maximum age of the stored site config: 24 hours (SPEC 9). */
const CACHE_MS = 24 * 60 * 60 * 1000;

const DEFAULT_SITE_CONFIG: SiteConfig = {
  title: 'Satchel',
  footerMarkdown: '',
  faviconUrl: '',
  accentColour: '',
  announcement: '',
  customHead: '',
  customBody: '',
};

export const siteConfig = createAtom(readSiteConfig(Date.now()) ?? DEFAULT_SITE_CONFIG);

/** Fetches the site config once per visit. Until it arrives, the app shows the stored one. */
export async function refreshSiteConfig(): Promise<void> {
  try {
    const settings = await client.settings.list({
      query: { group: SETTING_GROUPS.site, metadata: 'false' },
    });
    siteConfig.set(siteConfigOf(Array.isArray(settings) ? settings : []));
  } catch {
    // Keeps the stored config or the default if the server is unreachable.
    return;
  }
  writeStored(STORAGE_KEY, JSON.stringify({ ...siteConfig.get(), storedAtMs: Date.now() }));
}

/** Stored settings, at most a day old. Settings that an older version did not store get their defaults. */
export function readSiteConfig(nowMs: number): SiteConfig | undefined {
  const stored = readStoredJson(STORAGE_KEY);
  if (typeof stored !== 'object' || stored === null) return undefined;
  const fields = new Map<string, unknown>(Object.entries(stored));
  const storedAtMs = fields.get('storedAtMs');
  if (typeof storedAtMs !== 'number' || nowMs - storedAtMs > CACHE_MS) return undefined;
  const read = (name: keyof SiteConfig) => {
    const value = fields.get(name);
    return typeof value === 'string' ? value : DEFAULT_SITE_CONFIG[name];
  };
  return {
    title: read('title'),
    footerMarkdown: read('footerMarkdown'),
    faviconUrl: read('faviconUrl'),
    accentColour: read('accentColour'),
    announcement: read('announcement'),
    customHead: read('customHead'),
    customBody: read('customBody'),
  };
}

function siteConfigOf(rows: readonly { key: string; value: string }[]): SiteConfig {
  const read = (key: string) => rows.find((row) => row.key === key)?.value ?? '';
  const isAnnounced = read('site_announcement_enabled') === 'true';
  return {
    title: read('site_title') || DEFAULT_SITE_CONFIG.title,
    footerMarkdown: read('site_footer_markdown'),
    faviconUrl: read('site_favicon_url').trim(),
    accentColour: read('site_accent_color').trim(),
    announcement: isAnnounced ? read('site_announcement_content').trim() : '',
    customHead: read('site_custom_head').trim(),
    customBody: read('site_custom_body').trim(),
  };
}
