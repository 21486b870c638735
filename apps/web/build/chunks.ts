const FRAMEWORK =
  /node_modules[\\/](\.pnpm[\\/])?(react|react-dom|scheduler|i18next|react-i18next|@tanstack[+\\/](react-)?(router|router-core|history|store|query|query-core)|ky|clsx|use-sync-external-store|react-error-boundary)[@\\/]/;
const ICONS = /lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/]/;
const BASE_UI = /node_modules[\\/](\.pnpm[\\/])?@(base-ui|floating-ui)[+\\/]/;

/**
 * Files of libraries that many pages share and that change seldom. The bundler would otherwise write a
 * file for each icon and for each part of Base UI.
 */
export const CHUNK_GROUPS = [
  { name: 'vendor', test: FRAMEWORK, priority: 2 },
  { name: 'base-ui', test: BASE_UI, minShareCount: 4, priority: 1 },
  { name: 'icons', test: ICONS, minShareCount: 2, priority: 1 },
];
