import { type ClientErrorCode, type ErrorCode, isErrorCode } from './errors.ts';
import { clientEn } from './messages/client-en.ts';
import { clientZh } from './messages/client-zh.ts';
import { en } from './messages/en.ts';
import { fillSentence } from './messages/fill-sentence.ts';
import { zh } from './messages/zh.ts';

/** Languages of the messages. */
export type Language = 'en' | 'zh';

const catalogues: Record<Language, Record<ErrorCode, string>> = { en, zh };

/**
 * Sentence for an error in the user's language, with `{name}` filled from `details`.
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
  return withoutEmptyEnd(fillSentence(catalogues[language][code], details));
}

/** Language for an `Accept-Language` header: Chinese if that comes first, else English. */
export function languageOf(acceptLanguage: string | undefined): Language {
  return acceptLanguage !== undefined && /^\s*zh/i.test(acceptLanguage) ? 'zh' : 'en';
}

const clientCatalogues: Record<Language, Record<ClientErrorCode, string>> = {
  en: clientEn,
  zh: clientZh,
};

/** Number that the server's sentence has for older clients, and that tells people nothing. */
const STATUS_OF_OLDER_CLIENTS = / \(401\)$/;

/**
 * Sentence for any `ApiError`, of the server or of the client itself. For a code of a newer server, it
 * is the sentence that the server sent.
 *
 * @example
 * try {
 *   await client.textShares.create({ body: { content: '' } });
 * } catch (error) {
 *   if (isApiError(error)) show(describeError(error, 'zh'));
 * }
 */
export function describeError(
  error: {
    readonly code: ErrorCode | ClientErrorCode;
    readonly message: string;
    readonly details: Readonly<Record<string, unknown>>;
  },
  language: Language,
): string {
  const { code, message, details } = error;
  if (isErrorCode(code)) {
    return errorMessage(code, language, details).replace(STATUS_OF_OLDER_CLIENTS, '');
  }
  const sentences: Readonly<Record<string, string>> = clientCatalogues[language];
  return withoutEmptyEnd(fillSentence(sentences[code] ?? message, details));
}

/** Removes the colon at the end of a sentence whose last detail is unknown. */
function withoutEmptyEnd(text: string): string {
  return text.replace(/[:：]\s*$/, '');
}
