/** Frame around tabs and around the buttons of a view switch. */
export const SWITCH_CLASS = 'inline-flex rounded-md border border-line bg-sunken p-0.5';

/** One button or tab in the frame. Combine it with `ROOMY_CLASS` or a lower height. */
export const SWITCHED_CLASS =
  'inline-flex items-center gap-1.5 rounded-[0.3rem] px-2.5 text-label whitespace-nowrap text-ink-muted ' +
  'transition-colors -outline-offset-2 hover:text-ink [&_svg]:size-4 ' +
  'data-active:bg-raised data-active:text-ink data-active:shadow-sm ' +
  'aria-pressed:bg-raised aria-pressed:text-ink aria-pressed:shadow-sm';

export const ROOMY_CLASS = 'min-h-7 pointer-coarse:min-h-11 pointer-coarse:px-4';
