/** Why the server does not start: a sentence for the operator, who needs no stack trace. */
export class StartError extends Error {
  override readonly name: string = 'StartError';
}
