/**
 * Replaces control characters, line breaks and the characters that turn the direction of a text, so that a name
 * in a sentence can neither command the terminal nor look like another line or another name.
 */
export function withoutControls(text: string): string {
  return text.replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, '?');
}
