/** Problem types of the draft, with the status and title of each. */
const PROBLEMS = {
  'mismatching-upload-offset': { status: 409, title: 'Mismatching Upload Offset' },
  'completed-upload': { status: 400, title: 'Upload Is Completed' },
  'inconsistent-upload-length': { status: 400, title: 'Inconsistent Upload Length Values' },
} as const;

type ProblemType = keyof typeof PROBLEMS;

/** Refusal with problem details (RFC 9457), as the draft defines them. */
export class UploadProblem extends Error {
  readonly status: number;
  /** Offset of the upload, if the refusal depends on it. */
  readonly offset: number | undefined;
  readonly #type: ProblemType;
  readonly #members: Readonly<Record<string, number>>;

  constructor(type: ProblemType, offset?: number, members: Readonly<Record<string, number>> = {}) {
    super(type);
    this.status = PROBLEMS[type].status;
    this.offset = offset;
    this.#type = type;
    this.#members = members;
  }

  toJSON() {
    const type = `https://iana.org/assignments/http-problem-types#${this.#type}`;
    return { type, ...PROBLEMS[this.#type], ...this.#members };
  }
}

export function mismatchingOffset(expected: number, provided: number): UploadProblem {
  const members = { 'expected-offset': expected, 'provided-offset': provided };
  return new UploadProblem('mismatching-upload-offset', expected, members);
}
