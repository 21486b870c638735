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

/**
 * A file each for the libraries, which change seldom, for the shell, and for what many pages share: icons
 * and the core of Base UI. Left alone the bundler makes sixty small files of Home, which are 14 kB larger
 * because they compress badly, and fifty of each other page; a phone spends 2 to 5 ms on each file.
 */
export const CHUNK_GROUPS = [
  {
    name: 'vendor',
    test: (id: string) => PACKAGES.test(id) && !NOT_FOR_ALL.test(id),
    priority: 2,
  },
  {
    name: 'shell',
    test: (id: string) => SHELL.test(id) || COMMON.test(id) || ICONS.test(id),
    priority: 1,
  },
  {
    name: 'icons',
    test: /lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/]/,
    minShareCount: 2,
    priority: 0,
  },
  {
    name: 'base-ui',
    test: /node_modules[\\/](\.pnpm[\\/])?@(base-ui|floating-ui)[+\\/]/,
    minShareCount: 8,
    priority: 0,
  },
  { name: 'controls', test: /packages[\\/]ui[\\/]src[\\/]/, minShareCount: 8, priority: 0 },
];
