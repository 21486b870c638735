import { once } from 'node:events';
import { Transform } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import type { WriteStream } from 'node:tty';
import { styleText } from 'node:util';
import type { Context } from '../context.ts';
import type { MessageDetails, MessageName } from '../messages.ts';
import { withoutControls } from './controls.ts';

/** Prints one line of the command's result. Waits if the reading program is slower. */
export async function printLine({ stdout }: Context, text: string): Promise<void> {
  const line = stdout.isTTY ? withoutControls(text) : text;
  if (!stdout.write(`${line}\n`)) await once(stdout, 'drain');
}

/** Prints a whole response as one line of JSON, for programs. */
export function printJson(context: Context, value: unknown): Promise<void> {
  return printLine(context, JSON.stringify(value));
}

/** Prints a message that is not part of the command's result. */
export function note(context: Context, name: MessageName, details?: MessageDetails): void {
  complain(context, context.say(name, details));
}

/** Writes sentences to the standard error, one a line. */
export function complain({ stderr }: Pick<Context, 'stderr'>, text: string): void {
  stderr.write(`${paint(stderr, 'satchel:')} ${printable(text, stderr)}\n`);
}

/** Colours a text red on terminals with colours, unless `NO_COLOR` is set. */
function paint(stream: WriteStream, text: string): string {
  const hasColors = stream.isTTY && stream.hasColors();
  return hasColors ? styleText('red', text, { validateStream: false }) : text;
}

/**
 * Replaces the control characters of lines on a terminal, because those in a file name could move the cursor,
 * rename the window or worse. Output to programs stays unchanged.
 */
export function printable(text: string, stream: Pick<WriteStream, 'isTTY'>): string {
  return stream.isTTY ? text.split('\n').map(withoutControls).join('\n') : text;
}

/** Like {@link printable}, for content: it keeps tabs. */
export function createTerminalFilter(stream: Pick<WriteStream, 'isTTY'>): Transform {
  const decoder = new StringDecoder('utf8');
  const clean = (text: string) =>
    text
      .replaceAll('\r\n', '\n')
      .split('\t')
      .map((part) => printable(part, stream))
      .join('\t');
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      done(null, clean(decoder.write(chunk)));
    },
    flush(done) {
      done(null, clean(decoder.end()));
    },
  });
}

/** Runs a command that can be resumed, and says so after Ctrl+C. */
export async function resumable(context: Context, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (context.signal.aborted) note(context, 'send_again_hint');
    throw error;
  }
}
