import { ApiError } from '@satchel/api-client/api-error';
import { UploadError } from '@satchel/multipart-uploader';
import i18next from 'i18next';
import { errorSentence } from '#shared/errors/error-sentence.ts';
import { UploadFailure } from './upload-failure.ts';

/** The sentence for a failed upload: the server's reason if there is one among the causes (SPEC 8). */
export function uploadErrorSentence(error: unknown): string {
  const refusal = refusalIn(error);
  if (refusal) return errorSentence(refusal);
  if (error instanceof UploadFailure || error instanceof UploadError) {
    const status = { status: error.status ?? 0 };
    return i18next.t(`file-shares:uploadErrors.${error.code}`, status);
  }
  return errorSentence(error);
}

function refusalIn(error: unknown): ApiError | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof ApiError && cause.status > 0) return cause;
  }
  return null;
}
