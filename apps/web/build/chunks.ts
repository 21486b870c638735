const PACKAGES =
  /node_modules[\\/](\.pnpm[\\/])?(react|react-dom|scheduler|i18next|react-i18next|@tanstack[+\\/](react-)?(router|router-core|history|store|query|query-core)|ky|clsx|use-sync-external-store|react-error-boundary)[@\\/]/;

/** What one page needs of them: the explorer, which reads directories a page at a time. */
const NOT_FOR_ALL = /useInfiniteQuery|infiniteQueryO/;

/** What every page needs, whatever it shows. */
const SHELL =
  /[\\/]src[\\/](main|router|route-tree\.gen|routes[\\/][^?]*|shared[\\/](api|format|i18n|loading|session|shell|site|storage|theme)[\\/](?!log-out).*)\.tsx?$/;

/** Small components that nearly every page uses. */
const COMMON = /packages[\\/]ui[\\/]src[\\/](disclosure|kbd|notice|skeleton)\.tsx$/;

/** Icons of Home that other pages have, too: as files of their own they are twice as large. */
const ICONS =
  /lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/](chevron-right|columns-2|eraser|eye|file-input|log-in|maximize-2|minimize-2|pen-line|share-2)\.m?js$/;

/** Base UI, and what is made of it. */
const BASE_UI =
  /node_modules[\\/](\.pnpm[\\/])?@(base-ui|floating-ui)[+\\/]|packages[\\/]ui[\\/]src[\\/]/;
/** Of those what opens: no page shows any of it before somebody presses something. */
const POPUPS =
  /@floating-ui|floating-ui-react|utils[\\/]popups|useAnchorPositioning|[\\/](alert-)?dialog[\\/]|useScrollLock|useUnmountAfterClose|useTriggerSwitch|packages[\\/]ui[\\/]src[\\/](confirm-)?dialog/;

/** How a share is made, on Home and on the page of uploads. */
const SHARING =
  /[\\/]src[\\/].*[\\/](is-about-slug|options-summary|share-options|draft-store|choose-files|use-draft)\.tsx?$/;

/** The words of what visitors open: a file for each subject is a round trip for each. */
const TEXTS = {
  en: /[\\/]locales[\\/]en[\\/](shell|shares|text-shares|share-views|markdown)\.json$/,
  zh: /[\\/]locales[\\/]zh[\\/](shell|shares|text-shares|share-views|markdown)\.json$/,
};

/**
 * A file each for the libraries, which change seldom, for the shell, and for what many pages share: icons
 * and the core of Base UI. Left alone the bundler makes sixty small files of Home, which are 14 kB larger
 * because they compress badly, and fifty of each other page; a phone spends 2 to 5 ms on each file, and a
 * connection of HTTP/1.1 a round trip. What opens only when somebody presses something is apart.
 */
export const CHUNK_GROUPS = [
  {
    name: 'vendor',
    test: (id: string) => PACKAGES.test(id) && !NOT_FOR_ALL.test(id),
    priority: 4,
  },
  {
    name: 'shell',
    test: (id: string) => SHELL.test(id) || COMMON.test(id) || ICONS.test(id),
    priority: 3,
  },
  { name: 'sharing', test: SHARING, priority: 2 },
  { name: 'texts-en', test: TEXTS.en, priority: 2 },
  { name: 'texts-zh', test: TEXTS.zh, priority: 2 },
  {
    name: 'icons',
    test: /lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/]/,
    minShareCount: 2,
    priority: 0,
  },
  {
    name: 'base-ui',
    test: (id: string) => BASE_UI.test(id) && !POPUPS.test(id),
    minShareCount: 8,
    priority: 1,
  },
  {
    name: 'popups',
    test: (id: string) => BASE_UI.test(id) && POPUPS.test(id),
    minShareCount: 8,
    priority: 0,
  },
];
