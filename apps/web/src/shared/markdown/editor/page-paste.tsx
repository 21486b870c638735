import { useEffect, useEffectEvent } from 'react';
import type { PagePasteProps } from './editor-handle.ts';
import { filesOf, markdownOf, richHtmlOf } from './rich-paste.ts';

const EDITABLE = 'input, textarea, select, [contenteditable="true"]';

/**
 * Takes what is pasted anywhere on the page: files are attached, and text that no field takes is added to the
 * editor's text.
 */
export function PagePaste({ attach, editor }: PagePasteProps) {
  const paste = useEffectEvent((event: ClipboardEvent) => {
    const clipboard = event.clipboardData;
    if (!clipboard || event.defaultPrevented) return;
    const files = filesOf(clipboard);
    if (files.length > 0) {
      event.preventDefault();
      attach.files(files);
      return;
    }
    const isElsewhere = event.target instanceof Element && event.target.closest(EDITABLE);
    const plain = clipboard.getData('text/plain');
    if (isElsewhere || plain === '') return;
    event.preventDefault();
    const html = richHtmlOf(clipboard);
    void (html ? markdownOf(html, plain) : Promise.resolve(plain)).then((text) =>
      editor.current?.run(appending(text)),
    );
  });
  useEffect(() => {
    // In the capture phase, because the editor would insert the names of pasted files.
    window.addEventListener('paste', paste, { capture: true });
    return () => window.removeEventListener('paste', paste, { capture: true });
  }, []);
  return null;
}

/** Adds a text below the text that is there. */
function appending(added: string) {
  return (text: string) => {
    const insert = text === '' || text.endsWith('\n') ? added : `\n${added}`;
    const end = text.length + insert.length;
    return { from: text.length, to: text.length, insert, selection: { from: end, to: end } };
  };
}
