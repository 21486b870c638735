import { type Config, parseConfig } from '@satchel/server/config';
import { readSecretFiles } from '@satchel/server/config/secret-files';

/** Parts of the process that a command may use. */
export interface CommandContext {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly workingDirectory: string;
  readonly stdin: NodeJS.ReadStream;
  /** Output for results. */
  readonly stdout: NodeJS.WritableStream;
  /** Output for progress and warnings. */
  readonly stderr: NodeJS.WritableStream;
  /** Aborted by Ctrl+C. */
  readonly signal: AbortSignal;
}

/** Prints a line of the result. */
export function say({ stdout }: CommandContext, text: string): void {
  stdout.write(`${text}\n`);
}

/** Prints a line of progress, which is not part of the result. */
export function note({ stderr }: CommandContext, text: string): void {
  stderr.write(`${text}\n`);
}

/** @throws {ConfigError} with every bad variable */
export async function readConfig({ env, workingDirectory }: CommandContext): Promise<Config> {
  return parseConfig(await readSecretFiles(env, workingDirectory), workingDirectory);
}
