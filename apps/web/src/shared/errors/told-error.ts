/** An error whose message is a sentence for the user, such as the server's message about a single item. */
export class ToldError extends Error {}
