/** Result of a check. */
export interface Check {
  readonly name: string;
  /** `advice` is no problem. */
  readonly state: 'ok' | 'advice' | 'problem';
  readonly text: string;
  /** Reason, or how to fix it. */
  readonly hint?: string;
}

export const ok = (name: string, text: string): Check => ({ name, state: 'ok', text });

export const advice = (name: string, text: string, hint: string): Check => ({
  name,
  state: 'advice',
  text,
  hint,
});

export const problem = (name: string, text: string, hint: string): Check => ({
  name,
  state: 'problem',
  text,
  hint,
});

export function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message || cause.name : String(cause);
}
