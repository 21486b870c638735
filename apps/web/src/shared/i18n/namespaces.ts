import type apiKeys from '../../locales/en/api-keys.json';
import type auditLog from '../../locales/en/audit-log.json';
import type bundles from '../../locales/en/bundles.json';
import type dashboard from '../../locales/en/dashboard.json';
import type dataLists from '../../locales/en/data-lists.json';
import type entryPreview from '../../locales/en/entry-preview.json';
import type explorer from '../../locales/en/explorer.json';
import type fileShares from '../../locales/en/file-shares.json';
import type markdown from '../../locales/en/markdown.json';
import type mounts from '../../locales/en/mounts.json';
import type notifications from '../../locales/en/notifications.json';
import type offline from '../../locales/en/offline.json';
import type palette from '../../locales/en/palette.json';
import type panel from '../../locales/en/panel.json';
import type previews from '../../locales/en/previews.json';
import type sessions from '../../locales/en/sessions.json';
import type settings from '../../locales/en/settings.json';
import type shareLists from '../../locales/en/share-lists.json';
import type shareViews from '../../locales/en/share-views.json';
import type shares from '../../locales/en/shares.json';
import type shell from '../../locales/en/shell.json';
import type storageConfigs from '../../locales/en/storage-configs.json';
import type tasks from '../../locales/en/tasks.json';
import type textShares from '../../locales/en/text-shares.json';
import type transfers from '../../locales/en/transfers.json';
import type uploadRequests from '../../locales/en/upload-requests.json';

/** Registry of all translation namespaces: `locales/<language>/<name>.json`. */
export interface Namespaces {
  palette: typeof palette;
  bundles: typeof bundles;
  dashboard: typeof dashboard;
  mounts: typeof mounts;
  'storage-configs': typeof storageConfigs;
  'api-keys': typeof apiKeys;
  'audit-log': typeof auditLog;
  'data-lists': typeof dataLists;
  'entry-preview': typeof entryPreview;
  explorer: typeof explorer;
  'file-shares': typeof fileShares;
  markdown: typeof markdown;
  notifications: typeof notifications;
  offline: typeof offline;
  panel: typeof panel;
  previews: typeof previews;
  sessions: typeof sessions;
  settings: typeof settings;
  'share-lists': typeof shareLists;
  'share-views': typeof shareViews;
  shares: typeof shares;
  shell: typeof shell;
  tasks: typeof tasks;
  'text-shares': typeof textShares;
  transfers: typeof transfers;
  'upload-requests': typeof uploadRequests;
}

export type Namespace = keyof Namespaces;
