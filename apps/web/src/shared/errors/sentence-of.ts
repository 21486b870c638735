import { isApiError, OperationError } from '@satchel/api-client/api-error';
import { describeError } from '@satchel/api-client/messages';
import i18next from 'i18next';
import { languageFrom } from '#shared/i18n/language.ts';
import { ToldError } from './told-error.ts';

/** Sentence for any thrown value, in the user's language (SPEC 8). */
export function sentenceOf(error: unknown): string {
  if (error instanceof ToldError || error instanceof OperationError) return error.message;
  if (!isApiError(error)) return i18next.t('shell:errors.unexpected');
  const sentence = describeError(error, languageFrom(i18next.language));
  if (error.code === 'url_uploads.source_unreachable') {
    const { status } = error.details;
    if (status === undefined) return i18next.t('file-shares:url.noSource', { sentence });
    // The server takes 200 and 203 only.
    const cause = Number(status) < 300 ? 'notWhole' : 'sourceStatus';
    return i18next.t(`file-shares:url.${cause}`, { sentence, status });
  }
  // 507 says that storage or disk is full: no log has more about it.
  const isServerFault = error.status >= 500 && error.status !== 507 && error.requestId;
  return isServerFault
    ? i18next.t('shell:errors.withRequestId', { sentence, requestId: error.requestId })
    : sentence;
}
