/** Error that prevents the start, with a sentence for the operator and no stack trace. */
export class StartError extends Error {
  override readonly name: string = 'StartError';
}
