/**
 * Replaces control characters of the writing direction, which can show `gnp.exe` as `exe.png` (SECURITY 4).
 */
export function plainName(name: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: controls are what is taken out
  return name.replace(/[\u0000-\u001f\u007f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '\ufffd');
}
