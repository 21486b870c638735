/**
 * Replaces control characters of the writing direction, which can show `gnp.exe` as `exe.png` (SECURITY 4).
 */
export function plainName(name: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: controls are what is taken out
  return name.replace(/[\u0000-\u001f\u007f\p{Bidi_Control}]/gu, '\ufffd');
}
