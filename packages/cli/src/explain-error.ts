import { type ApiError, isApiError, OperationError } from '@satchel/api-client';
import { describeError } from '@satchel/api-client/messages';
import { CommandError } from './command-error.ts';
import type { Context } from './context.ts';
import { EXIT_CODES, type ExitCode } from './exit-codes.ts';
import type { MessageName } from './messages.ts';
import { withoutControls } from './terminal/controls.ts';
import { complain } from './terminal/output.ts';

/** Sentence and exit code of an error. */
export interface Explanation {
  readonly text: string;
  readonly exitCode: ExitCode;
}

/** Explains any error of a command in the user's language. */
export function explainError(
  { language, say }: Pick<Context, 'language' | 'say'>,
  error: unknown,
): Explanation {
  if (error instanceof CommandError) {
    return { text: say(error.messageName, error.details), exitCode: error.exitCode };
  }
  if (error instanceof OperationError) {
    return { text: say('copy_ended', { reason: error.message }), exitCode: EXIT_CODES.failed };
  }
  if (isApiError(error)) {
    const exitCode = exitCodeOf(error);
    const { reason, code } = reasonOf(error);
    const text = withoutControls(describeError(error, language) + (reason && ` (${reason})`));
    const hints = {
      log_in_hint: exitCode === EXIT_CODES.notLoggedIn,
      certificate_hint: /CERT|VERIFY/.test(code),
    };
    const names = (['log_in_hint', 'certificate_hint'] as const).filter((name) => hints[name]);
    return { text: [text, ...names.map((name) => say(name))].join('\n'), exitCode };
  }
  // `dest` is the new name of a failed rename.
  const { code, path, dest } = error as NodeJS.ErrnoException & { readonly dest?: string };
  const name = FILE_ERRORS[code ?? ''];
  // Node reads other bytes of a name as U+FFFD, and then finds no such file.
  if (code === 'ENOENT' && path?.includes('\ufffd')) {
    return { text: say('file_name_not_utf8', { path }), exitCode: EXIT_CODES.failed };
  }
  if (name !== undefined) {
    const exitCode = code === 'ENOENT' ? EXIT_CODES.notFound : EXIT_CODES.failed;
    return { text: say(name, { path: dest ?? path ?? '' }), exitCode };
  }
  const text = error instanceof Error ? error.message : String(error);
  return { text: withoutControls(text), exitCode: EXIT_CODES.failed };
}

const FILE_ERRORS: Readonly<Record<string, MessageName>> = {
  ENOENT: 'file_missing',
  ENOTDIR: 'file_missing',
  EACCES: 'file_forbidden',
  EPERM: 'file_forbidden',
  EISDIR: 'file_is_directory',
  EEXIST: 'file_in_the_way',
  ENOSPC: 'disk_full',
  EDQUOT: 'disk_full',
  EFBIG: 'file_above_limit',
  EROFS: 'disk_read_only',
};

/** Reason of the system for a lost connection, such as a certificate that is not trusted. */
function reasonOf({ code, cause }: ApiError): { readonly reason: string; readonly code: string } {
  let failure: unknown = code === 'client.network' ? cause : undefined;
  while (failure instanceof Error && failure.cause instanceof Error) failure = failure.cause;
  const { code: systemCode = '', message = '' } = Object(failure) as NodeJS.ErrnoException;
  return systemCode === ''
    ? { reason: '', code: '' }
    : { reason: message || systemCode, code: systemCode };
}

function exitCodeOf({ code, status, cause, requestId }: ApiError): ExitCode {
  // A reply without a request id is of a proxy that does not reach the server.
  const isAway = code === 'server.unavailable' && requestId === undefined;
  if (/^client\.(network|timeout)$/.test(code) || isAway || isUnanswered(cause)) {
    return EXIT_CODES.unreachable;
  }
  if (/^auth\.(required|invalid)$|^sessions\.wrong_credentials$/.test(code)) {
    return EXIT_CODES.notLoggedIn;
  }
  // The server returns 410 for a share that has expired or is used up.
  if (status === 404 || status === 410) return EXIT_CODES.notFound;
  if (status === 401 || status === 403) return EXIT_CODES.refused;
  return EXIT_CODES.failed;
}

/** Whether every other file of the command would fail for the same reason. */
export function concernsAllFiles(error: unknown): boolean {
  if (isApiError(error)) {
    return error.code === 'mounts.not_found' || exitCodeOf(error) === EXIT_CODES.notLoggedIn;
  }
  const { code = '' } = Object(error) as NodeJS.ErrnoException;
  return ['ENOSPC', 'EDQUOT', 'EROFS'].includes(code);
}

/** Prints the failure of one of several tasks; the others continue. */
export function complainOf(context: Context, subject: string, error: unknown): void {
  if (!context.signal.aborted)
    complain(context, `${withoutControls(subject)}: ${explainError(context, error).text}`);
}

/** Error of a command with failed tasks, which have already been printed. */
export function someFailed(context: Context, errors: readonly unknown[]): CommandError {
  const { exitCode } = explainError(context, errors[0]);
  return new CommandError('some_failed', { count: errors.length }, exitCode);
}

/** Whether a step of an upload failed because its last request got no answer. */
function isUnanswered(failure: unknown): boolean {
  const { cause } = Object(failure) as { readonly cause?: { readonly code?: unknown } };
  return ['network', 'timeout', 'stalled'].includes(String(cause?.code));
}
