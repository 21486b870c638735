import { ERROR_STATUS, type ErrorCode } from '@satchel/api-client/errors';

/** Only error that services throw; the error handler writes the reply. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(
    code: ErrorCode,
    options: { details?: Readonly<Record<string, unknown>>; cause?: unknown } = {},
  ) {
    super(code, { cause: options.cause });
    this.code = code;
    this.details = options.details ?? {};
  }

  get status(): number {
    return ERROR_STATUS[this.code];
  }
}

/** Error of one item of a call for several. */
export type ItemError = Pick<AppError, 'code' | 'details'>;

/** Item that a call for several could not handle. */
export interface FailedItem {
  readonly id: string;
  readonly error: ItemError;
}
