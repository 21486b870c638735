import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

export const root = join(import.meta.dirname, '../..');
const execute = promisify(execFile);

/** Runs a program to its end and returns what it printed; what it printed is the error where it fails. */
export async function run(
  program: string,
  parameters: readonly string[],
  cwd: string,
): Promise<string> {
  try {
    const { stdout } = await execute(program, parameters, { cwd, maxBuffer: 64 * 1024 ** 2 });
    return stdout;
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`${program} ${parameters.join(' ')} failed\n${stdout}${stderr}`, {
      cause: error,
    });
  }
}
