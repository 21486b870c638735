import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { ConfigError, type ConfigProblem } from './config-error.ts';
import { type Variable, variables } from './variables.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Replaces variables such as `SECRET_KEY_FILE` by `SECRET_KEY` with the contents of the named file.
 * Orchestrators pass secrets as files, which no process list shows.
 *
 * @throws {ConfigError} if a file cannot be read or is empty, its variable is set as well, or is read
 *   from no file
 */
export async function readSecretFiles(
  environment: Environment,
  workingDirectory: string,
): Promise<Environment> {
  const read: Record<string, string> = {};
  const problems: ConfigProblem[] = [];
  for (const [name, { isSecret, example }] of Object.entries<Variable>(variables)) {
    const variable = `${name}_FILE`;
    const path = environment[variable]?.trim();
    if (!path) continue;
    if (!isSecret) {
      const problem = `is read from no file, so ${variable} must not be set`;
      problems.push({ variable: name, problem, example });
      continue;
    }
    const problem = await readInto(read, name, resolve(workingDirectory, path), environment);
    if (problem) {
      problems.push({ variable, problem, example: `/run/secrets/${name.toLowerCase()}` });
    }
  }
  if (problems.length > 0) throw new ConfigError(problems);
  return { ...environment, ...read };
}

async function readInto(
  read: Record<string, string>,
  name: string,
  path: string,
  environment: Environment,
): Promise<string | undefined> {
  if (environment[name]?.trim()) return `and ${name} must not both be set`;
  try {
    const value = (await readFile(path, 'utf8')).trim();
    if (!value) return 'names an empty file';
    read[name] = value;
    return undefined;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    return `names a file that cannot be read (${code})`;
  }
}
