import { ApiError } from '@satchel/api-client/api-error';
import { isErrorCode } from '@satchel/api-client/errors';
import { errorMessage } from '@satchel/api-client/messages';
import i18next from 'i18next';
import { languageFrom } from '#shared/i18n/language.ts';

/** A sentence for anything that was thrown, in the user's language (SPEC 8). */
export function errorSentence(error: unknown): string {
  if (!(error instanceof ApiError)) return i18next.t('shell:errors.unexpected');
  if (error.code.startsWith('client.')) {
    const name = error.code.slice('client.'.length);
    return i18next.t(`shell:errors.${name as ClientFailure}`);
  }
  // A newer server may have error codes without a sentence here; then its own message is shown.
  if (!isErrorCode(error.code)) return error.message;
  const sentence = errorMessage(error.code, languageFrom(i18next.language), error.details);
  const isServerFault = error.status >= 500 && error.requestId !== undefined;
  return isServerFault
    ? i18next.t('shell:errors.withRequestId', { sentence, requestId: error.requestId ?? '' })
    : sentence;
}

type ClientFailure = 'cancelled' | 'timeout' | 'network' | 'invalid_reply' | 'wrong_base_url';
