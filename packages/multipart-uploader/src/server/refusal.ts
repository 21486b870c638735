/** Reasons for refusing a call: code and status of the answer, and a sentence for people. */
const REFUSALS = {
  no_such_call: [404, 'there is no such call'],
  method_not_allowed: [405, 'calls are made by POST'],
  json_expected: [415, 'the body must be JSON, and its Content-Type application/json'],
  malformed: [400, 'the body is not what the call takes'],
  body_too_large: [413, 'the body is too large'],
  forbidden: [403, 'this is not allowed'],
  file_too_large: [413, 'the file is too large'],
  type_not_allowed: [415, 'files of this type are not taken'],
  invalid_key: [400, 'the name makes no valid key'],
  // S3's own code. The page's engine starts the upload again for it.
  NoSuchUpload: [404, 'there is no such upload'],
  parts_differ: [400, 'the parts are not those that were agreed on'],
  failed: [500, 'the server has failed'],
} as const;

type RefusalCode = keyof typeof REFUSALS;

class Refusal extends Error {
  readonly code: RefusalCode;

  constructor(code: RefusalCode) {
    super(REFUSALS[code][1]);
    this.code = code;
  }
}

export function refuse(code: RefusalCode): Error {
  return new Refusal(code);
}

/** Reason for a refusal, as the page reads it. */
interface DescribedRefusal {
  readonly status: number;
  readonly code: RefusalCode;
  readonly message: string;
}

export function describeRefusal(code: RefusalCode): DescribedRefusal {
  const [status, message] = REFUSALS[code];
  return { status, code, message };
}

/** Null for an error that is not a refusal. */
export function refusalOf(error: unknown): DescribedRefusal | null {
  return error instanceof Refusal ? describeRefusal(error.code) : null;
}

export function answerOf({ status, ...body }: DescribedRefusal): Response {
  return answer(body, status);
}

export function answer(body: unknown, status = 200): Response {
  const headers = {
    // Not cacheable, because answers contain signed URLs.
    'cache-control': 'no-store',
    ...(status === 405 && { allow: 'POST' }),
  };
  return Response.json(body, { status, headers });
}
