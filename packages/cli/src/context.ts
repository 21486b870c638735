import type { ReadStream, WriteStream } from 'node:tty';
import type { Language } from '@satchel/api-client/messages';
import type { MessageDetails, MessageName } from './messages.ts';

/** Parts of the process that a command may use. */
export interface Context {
  readonly stdin: ReadStream;
  readonly stdout: WriteStream;
  readonly stderr: WriteStream;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly language: Language;
  /** Aborted by Ctrl+C. */
  readonly signal: AbortSignal;
  /** Directory of the servers and their keys. */
  readonly configDirectory: string;
  /** Directory of the transfers' progress. */
  readonly stateDirectory: string;
  /** Returns a sentence in the user's language. */
  say(name: MessageName, details?: MessageDetails): string;
}
