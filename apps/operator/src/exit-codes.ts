/** Exit codes of the command. */
export const EXIT_CODES = {
  done: 0,
  /** Failure or refusal; a printed sentence explains it. */
  failed: 1,
  /** Wrong command line. */
  usage: 2,
  /** 128 plus the number of the signal, as in shells. */
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT_CODES)[keyof typeof EXIT_CODES];
