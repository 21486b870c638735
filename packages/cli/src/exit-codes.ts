/** Exit codes. The README explains them to authors of scripts. */
export const EXIT_CODES = {
  done: 0,
  failed: 1,
  usage: 2,
  notLoggedIn: 3,
  notFound: 4,
  refused: 5,
  unreachable: 6,
  /** 128 plus the number of the signal, like in shells. */
  interrupted: 130,
  brokenPipe: 141,
} as const;

export type ExitCode = (typeof EXIT_CODES)[keyof typeof EXIT_CODES];
