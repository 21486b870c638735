/**
 * Which modules go into one file together. Left alone, the bundler makes forty small files of a page,
 * which compress badly and, over HTTP/1.1, wait for one another. Earlier groups win.
 */
const GROUPS: readonly (readonly [name: string, test: RegExp])[] = [
  [
    'vendor',
    /node_modules[\\/](\.pnpm[\\/])?(react|react-dom|scheduler|i18next|react-i18next|@tanstack[+\\/](react-router|router-core|history|store|react-store)|clsx|use-sync-external-store|ky)[@\\/]/,
  ],
  // What every page shows, and the controls that nearly all of them have.
  [
    'shell',
    /[\\/]src[\\/](router|route-tree\.gen|routes[\\/].*|shared[\\/](shell|site|session|storage|theme|i18n)[\\/](?!admin-layout|validate).*|(button|icon-button|tooltip|spinner|skip-link|toast|toast-store|error-state|empty-state|field|text-field|password-field|skeleton|notice)|shared[\\/]format[\\/]format-bytes)\.tsx?$|lucide-react.*[\\/]icons[\\/]pen-line\.m?js$/,
  ],
  // What every page but Home loads.
  [
    'data',
    /(node_modules[\\/](\.pnpm[\\/])?@tanstack[+\\/](react-query|query-core)[@\\/]|[\\/]src[\\/]shared[\\/](api[\\/]query-client|errors[\\/](error-sentence|show-error-toast))\.ts$)/,
  ],
  [
    'markdown',
    /(node_modules[\\/](\.pnpm[\\/])?(markdown-it|markdown-it-footnote|linkify-it|mdurl|uc\.micro|entities|punycode\.js|dompurify)[@\\/]|[\\/]shared[\\/]markdown[\\/]markdown-preview\.tsx$)/,
  ],
  [
    'views',
    /[\\/]src[\\/](shared[\\/](format|browser|shares)[\\/](share-problem|password-prompt|limited-share-gate|share-meta|views-left|share-address|format-time|save-text)|(badge|card|copy-button|tabs))\.tsx?$|lucide-react.*[\\/]icons[\\/](file-text|triangle-exclamation-point|external-link|download|code-xml|lock|circle-alert)\.m?js$/,
  ],
  ['text-shares', /([\\/]features[\\/]text-shares[\\/](queries|mutations))\.ts$/],
  ['home', /[\\/]routes[\\/]index\.tsx\?tsr-split=component$/],
];

export const CHUNK_GROUPS = GROUPS.map(([name, test], index) => ({
  name,
  test,
  priority: GROUPS.length - index,
}));
