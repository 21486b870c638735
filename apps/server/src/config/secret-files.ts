import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { ConfigError, type ConfigProblem } from './config-error.ts';
import { type Variable, variables } from './variables.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Puts the contents of the files that `SECRET_KEY_FILE` and the like name in the place of `SECRET_KEY`
 * and the like: orchestrators hand secrets over as files, which no list of processes shows.
 *
 * @throws {ConfigError} where a file cannot be read or is empty, or its variable is set as well
 */
export async function readSecretFiles(
  environment: Environment,
  workingDirectory: string,
): Promise<Environment> {
  const read: Record<string, string> = {};
  const problems: ConfigProblem[] = [];
  for (const [name, { isSecret }] of Object.entries<Variable>(variables)) {
    const variable = `${name}_FILE`;
    const path = environment[variable]?.trim();
    if (!isSecret || !path) continue;
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
