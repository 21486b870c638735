/** Whether a text is a colour that the setting accepts, such as `#1d6b8f`. */
export function isAccentColour(text: string): boolean {
  return /^#[0-9a-f]{6}$/i.test(text);
}

/**
 * Sets the accent colour; the app's own if it is invalid. The style sheet takes only hue and saturation from
 * it, so that every colour keeps the contrast of the app's own.
 */
export function showAccentColour(colour: string): void {
  const { dataset, style } = document.documentElement;
  if (isAccentColour(colour)) {
    style.setProperty('--site-accent', colour);
    dataset.accent = 'site';
  } else {
    style.removeProperty('--site-accent');
    delete dataset.accent;
  }
}
