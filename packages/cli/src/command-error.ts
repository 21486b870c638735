import { EXIT_CODES, type ExitCode } from './exit-codes.ts';
import type { MessageDetails, MessageName } from './messages.ts';

/** A failure of the program itself. Its message is translated when it is shown. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly details: MessageDetails;
  readonly exitCode: ExitCode;
  readonly messageName: MessageName;

  constructor(
    messageName: MessageName,
    details: MessageDetails = {},
    exitCode: ExitCode = EXIT_CODES.failed,
  ) {
    super(messageName);
    this.messageName = messageName;
    this.details = details;
    this.exitCode = exitCode;
  }
}

/** Error in the arguments of the command. */
export function usageError(messageName: MessageName, details?: MessageDetails): CommandError {
  return new CommandError(messageName, details, EXIT_CODES.usage);
}
