import type { ReadStream, WriteStream } from 'node:tty';
import type { Language } from '@satchel/api-client/messages';
import type { MessageDetails, MessageName } from './messages.ts';

/** What a command may touch of the process that it runs in. */
export interface Context {
  readonly stdin: ReadStream;
  readonly stdout: WriteStream;
  readonly stderr: WriteStream;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly language: Language;
  /** Aborted by Ctrl C. */
  readonly signal: AbortSignal;
  /** Where the servers and their keys are kept. */
  readonly configDirectory: string;
  /** Where it is kept how far transfers are. */
  readonly stateDirectory: string;
  /** A sentence in the user's language. */
  say(name: MessageName, details?: MessageDetails): string;
}
