import type { ErrorCode } from './errors.ts';
import { en } from './messages/en.ts';
import { zh } from './messages/zh.ts';

/** The languages of the product (SPEC 1). */
export type Language = 'en' | 'zh';

const catalogues: Record<Language, Record<ErrorCode, string>> = { en, zh };

/**
 * The sentence for an error in the user's language, `{name}` filled from `details`.
 *
 * @example
 * errorMessage('auth.throttled', 'en', { seconds: 30 });
 * // 'Too many failed attempts, try again in 30 seconds'
 */
export function errorMessage(
  code: ErrorCode,
  language: Language,
  details: Readonly<Record<string, unknown>> = {},
): string {
  return catalogues[language][code]
    .replace(/\{(\w+)\}/g, (_, name: string) => String(details[name] ?? ''))
    .replace(/[:：]\s*$/, '');
}

/** The language of an `Accept-Language` header: Chinese where it is asked for first, else English (CONTRACT A1). */
export function languageOf(acceptLanguage: string | undefined): Language {
  return acceptLanguage !== undefined && /^\s*zh/i.test(acceptLanguage) ? 'zh' : 'en';
}
