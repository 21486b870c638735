/** Exit codes of the command. */
export const EXIT_CODES = {
  done: 0,
  /** Something is wrong, or was refused: a sentence says what. */
  failed: 1,
  /** The command line itself is wrong. */
  usage: 2,
  /** 128 and the number of the signal, as shells have it. */
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT_CODES)[keyof typeof EXIT_CODES];
