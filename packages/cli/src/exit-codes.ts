/** Exit codes; the README explains them to the authors of scripts. */
export const EXIT_CODES = {
  done: 0,
  failed: 1,
  usage: 2,
  notLoggedIn: 3,
  notFound: 4,
  refused: 5,
  unreachable: 6,
  /** 128 and the number of the signal, as shells have it. */
  interrupted: 130,
  brokenPipe: 141,
} as const;

export type ExitCode = (typeof EXIT_CODES)[keyof typeof EXIT_CODES];
