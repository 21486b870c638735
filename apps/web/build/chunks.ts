const FRAMEWORK =
  /node_modules[\\/](\.pnpm[\\/])?(react|react-dom|scheduler|i18next|react-i18next|@tanstack[+\\/](react-)?(router|router-core|history|store|query|query-core)|ky|clsx|use-sync-external-store|react-error-boundary)[@\\/]/;
const ICONS = /lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/]/;
const BASE_UI = /node_modules[\\/](\.pnpm[\\/])?@(base-ui|floating-ui)[+\\/]/;
const COMMON =
  /ui[\\/]src[\\/](feedback[\\/](notice|skeleton|progress-bar)|actions[\\/](copy-button|use-toast-inset|kbd)|layout[\\/](card|use-media-query)|forms[\\/]switch-class)|api-client[\\/]src[\\/]format-bytes|web[\\/]src[\\/]shared[\\/]((format|file-types|environment)[\\/]|session[\\/](owned-atom|session-owner)|loading[\\/]when-idle)/;

/**
 * Groups of modules that become one file each: libraries, small parts of many pages, and what every page starts
 * with. The bundler would otherwise write a file for each icon and each part, and a slow phone needs 15 ms for
 * each file, however small it is.
 */
export const CHUNK_GROUPS = [
  { name: 'vendor', test: FRAMEWORK, priority: 2 },
  { name: 'base-ui', test: BASE_UI, minShareCount: 4, priority: 1 },
  { name: 'icons', test: ICONS, minShareCount: 2, priority: 1 },
  { name: 'common', test: COMMON, minShareCount: 4 },
  { name: 'first', tags: ['$initial' as const] },
];
