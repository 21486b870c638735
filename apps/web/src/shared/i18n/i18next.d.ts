import 'i18next';
import type files from '../../locales/en/file-shares.json';
import type markdown from '../../locales/en/markdown.json';
import type previews from '../../locales/en/previews.json';
import type sessions from '../../locales/en/sessions.json';
import type settings from '../../locales/en/settings.json';
import type shareLists from '../../locales/en/share-lists.json';
import type shareViews from '../../locales/en/share-views.json';
import type shares from '../../locales/en/shares.json';
import type shell from '../../locales/en/shell.json';
import type texts from '../../locales/en/text-shares.json';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'shell';
    returnNull: false;
    enableSelector: false;
    resources: {
      shell: typeof shell;
      shares: typeof shares;
      'share-views': typeof shareViews;
      'share-lists': typeof shareLists;
      sessions: typeof sessions;
      settings: typeof settings;
      markdown: typeof markdown;
      previews: typeof previews;
      'text-shares': typeof texts;
      'file-shares': typeof files;
    };
  }
}
