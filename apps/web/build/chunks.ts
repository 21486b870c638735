import type { Rolldown } from 'vite';

const PACKAGES =
  /node_modules[\\/](\.pnpm[\\/])?(react|react-dom|scheduler|i18next|react-i18next|@tanstack[+\\/](react-)?(router|router-core|history|store|query|query-core)|ky|clsx|use-sync-external-store|react-error-boundary)[@\\/]/;

/** What one page needs of them: the explorer, which reads directories a page at a time. */
const NOT_FOR_ALL = /useInfiniteQuery|infiniteQueryO/;

/** What every page needs, whatever it shows. */
const SHELL =
  /[\\/]src[\\/](main|router|route-tree\.gen|routes[\\/][^?]*|shared[\\/](api|format|i18n|loading|session|shell|site|storage|theme)[\\/](?!log-out).*)\.tsx?$/;

/** Small things that nearly every page uses. */
const COMMON =
  /packages[\\/]ui[\\/]src[\\/](disclosure|kbd|notice|skeleton|view-switch|parts[\\/]after-paint)\.tsx?$|[\\/](send-or-queue|share-address)\.ts$/;

/** Icons of Home that other pages have, too: as files of their own they are twice as large. */
const ICONS =
  /lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/](chevron-right|columns-2|eraser|eye|file-input|log-in|maximize-2|minimize-2|pen-line|share-2)\.m?js$/;

/** Base UI, and our own components. */
const BASE_UI =
  /node_modules[\\/](\.pnpm[\\/])?@(base-ui|floating-ui)[+\\/]|packages[\\/]ui[\\/]src[\\/]/;
/** Of those what opens: no page shows any of it before somebody presses something. */
const POPUPS =
  /@floating-ui|floating-ui-react[\\/](?!utils)|utils[\\/]popups|useAnchorPositioning|[\\/](alert-)?dialog[\\/]|useScrollLock|useUnmountAfterClose|useTriggerSwitch|packages[\\/]ui[\\/]src[\\/](confirm-)?dialog/;

/** How a share is made, on Home and on the page of uploads. */
const SHARING =
  /[\\/]src[\\/].*[\\/](is-about-slug|options-summary|share-options|draft-store|choose-files|use-draft|login-notice|expiry)\.tsx?$/;

/** What both pages of links begin with. */
const VISITS =
  /[\\/]src[\\/].*[\\/](gates|is-gone|share-facts|views-left|use-applied-change|queue-messages|code-view|plain-text|language-names|preview-kind|(text|file)-shares[\\/](mutations|send-deletion))\.tsx?$|ui[\\/]src[\\/]chip\.tsx$/;

/** What is under way, and what of it is remembered: of uploads, and of what the explorer does. */
const TASKS =
  /[\\/]src[\\/]shared[\\/](tasks[\\/](task|tasks|task-store|task-summary|use-tasks)|uploads[\\/](chosen-files|dropped-files|pending-store))\.ts$|multipart-uploader[\\/]src[\\/](indexeddb|resume|fingerprint|errors|session|clock|retry|part-plan|job|limits)\.ts$/;

/** What every page of the panel begins with. */
const PANEL =
  /[\\/]src[\\/]shared[\\/](panel[\\/](palette-button|panel-(layout|navigation|page|sections)|query-content)|command-palette[\\/]palette-store|tasks[\\/]log-out-request|session[\\/]log-out|offline[\\/]queue[\\/]queue-owner|markdown[\\/]edit-drafts)\.tsx?$/;

/** Words that are needed together, by the subjects that they are written under. */
const TEXTS = {
  texts: 'shell|shares|text-shares|share-views|markdown',
  'file-texts': 'file-shares|previews|tasks',
  'panel-texts': 'panel|sessions|share-lists|data-lists|dashboard',
} as const;
const TEXT_GROUPS = Object.entries(TEXTS).flatMap(([name, subjects]) =>
  ['en', 'zh'].map((language) => ({
    name: `${name}-${language}`,
    test: new RegExp(`[\\\\/]locales[\\\\/]${language}[\\\\/](${subjects})\\.json$`),
    priority: 2,
  })),
);

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
  { name: 'tasks', test: TASKS, priority: 2 },
  { name: 'visits', test: VISITS, priority: 2 },
  ...TEXT_GROUPS,
  {
    name: 'icons',
    test: /lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/]/,
    minShareCount: 2,
    priority: 1,
  },
  { name: 'panel', test: PANEL, priority: 0 },
  {
    name: (id: string, graph: Rolldown.ChunkingContext) =>
      usesBaseUi(id, graph) ? 'base-ui' : 'ui',
    debugName: 'base-ui or ui',
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

/** Whether a component is one of Base UI, or made of one: pages that need none of those load none. */
function usesBaseUi(id: string, graph: Rolldown.ChunkingContext): boolean {
  if (!BASE_UI.test(id)) return false;
  if (!id.includes('packages')) return true;
  return (graph.getModuleInfo(id)?.importedIds ?? []).some((each) => usesBaseUi(each, graph));
}
