import { StartError } from '#start-error';

export interface ConfigProblem {
  readonly variable: string;
  readonly problem: string;
  readonly example: string;
}

/** Lists every bad variable, so that an operator can fix all of them in one go. */
export class ConfigError extends StartError {
  override readonly name = 'ConfigError';
  readonly problems: readonly ConfigProblem[];

  constructor(problems: readonly ConfigProblem[]) {
    super(
      problems
        .map(
          ({ variable, problem, example }) =>
            `${variable}: ${problem} (example: ${variable}=${example})`,
        )
        .join('\n'),
    );
    this.problems = problems;
  }
}
