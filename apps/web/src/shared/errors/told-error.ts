/** An error whose message is a sentence for the user already, as the server says those of one item. */
export class ToldError extends Error {}
