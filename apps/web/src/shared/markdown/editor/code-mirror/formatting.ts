import {
  type EditCommand,
  insertBlock,
  insertLink,
  prefixLines,
  wrapWith,
} from './editing-commands.ts';

export type FormattingName =
  | 'bold'
  | 'italic'
  | 'strikethrough'
  | 'heading'
  | 'quote'
  | 'code'
  | 'codeBlock'
  | 'link'
  | 'bulletList'
  | 'numberedList'
  | 'taskList'
  | 'table'
  | 'math'
  | 'diagram';

export interface Formatting {
  readonly name: FormattingName;
  readonly command: EditCommand;
  /** In CodeMirror's notation: Mod is Ctrl, or Command on a Mac. */
  readonly shortcut?: string;
}

const LIST = /^(\s*)([-*+] \[[ xX]\] |[-*+] |\d+\. )/;
const TABLE_ROWS = ' |  |\n| --- | --- |\n|  |  |';

export const FORMATTING: readonly Formatting[] = [
  { name: 'bold', command: wrapWith('**'), shortcut: 'Mod-b' },
  { name: 'italic', command: wrapWith('_'), shortcut: 'Mod-i' },
  { name: 'strikethrough', command: wrapWith('~~'), shortcut: 'Mod-Shift-x' },
  { name: 'heading', command: prefixLines(() => '## ', /^#{1,6} /), shortcut: 'Mod-Alt-2' },
  { name: 'quote', command: prefixLines(() => '> ', /^> ?/), shortcut: 'Mod-Shift-.' },
  { name: 'code', command: wrapWith('`'), shortcut: 'Mod-e' },
  { name: 'codeBlock', command: insertBlock('```\n', '', '\n```'), shortcut: 'Mod-Alt-c' },
  { name: 'link', command: insertLink, shortcut: 'Mod-k' },
  { name: 'bulletList', command: prefixLines(() => '- ', LIST), shortcut: 'Mod-Shift-8' },
  {
    name: 'numberedList',
    command: prefixLines((index) => `${index + 1}. `, LIST),
    shortcut: 'Mod-Shift-7',
  },
  { name: 'taskList', command: prefixLines(() => '- [ ] ', LIST), shortcut: 'Mod-Shift-9' },
  { name: 'table', command: insertBlock('| ', '', TABLE_ROWS) },
  { name: 'math', command: insertBlock('$$\n', 'e^{i\\pi} + 1 = 0', '\n$$') },
  {
    name: 'diagram',
    command: insertBlock('```mermaid\n', 'flowchart LR\n  A --> B', '\n```'),
  },
];

/** Label of a shortcut for the user's platform. */
export function shortcutLabel(shortcut: string, isMac: boolean): string {
  const names: Record<string, string> = isMac
    ? { Mod: '⌘', Shift: '⇧', Alt: '⌥' }
    : { Mod: 'Ctrl', Shift: 'Shift', Alt: 'Alt' };
  const keys = shortcut.split('-').map((key) => names[key] ?? key.toUpperCase());
  return keys.join(isMac ? '' : '+');
}
