import { z } from 'zod';
import { InvalidInputError, NUL_REFUSED } from './error-handler.ts';

/** Parses a part of a request's input. */
export function parseInput(
  part: InvalidInputError['part'],
  schema: z.core.$ZodType | undefined,
  value: unknown,
): unknown {
  if (!schema) return undefined;
  const given = value ?? (part === 'body' ? undefined : {});
  // The error handler needs the input, because it rephrases issues in the caller's language.
  const result = z.safeParse(schema, given, { reportInput: true });
  if (!result.success) throw new InvalidInputError(part, result.error.issues);
  refuseNul(part, result.data);
  return result.data;
}

/** PostgreSQL cannot store U+0000, so calls refuse it with every database. */
export function refuseNul(part: InvalidInputError['part'], value: unknown, path: string[] = []) {
  if (typeof value === 'string' && value.includes('\0')) {
    const issue = { code: 'custom', path, input: value, message: NUL_REFUSED } as const;
    throw new InvalidInputError(part, [issue]);
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) refuseNul(part, member, [...path, name]);
}
