import { unifiedMergeView } from '@codemirror/merge';
import { EditorState } from '@codemirror/state';
import { EditorView, lineNumbers } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import { EDITOR_LOOK } from '#shared/markdown/editor/code-mirror/code-mirror.ts';

/** Bounds the search for common parts, because it would take long for two texts without any. */
const LIMITS = { scanLimit: 2000, timeout: 1000 };

export interface TextDifferenceProps {
  before: string;
  after: string;
  label: string;
}

/** Shows the lines that differ between two texts, with some unchanged lines around them. */
export function TextDifference({ before, after, label }: TextDifferenceProps) {
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!container.current) return;
    const view = new EditorView({
      parent: container.current,
      state: EditorState.create({
        doc: after,
        extensions: [
          lineNumbers(),
          EditorState.readOnly.of(true),
          EditorView.editable.of(false),
          EditorView.lineWrapping,
          EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
          EDITOR_LOOK,
          unifiedMergeView({
            original: before,
            mergeControls: false,
            collapseUnchanged: { margin: 3, minSize: 6 },
            diffConfig: LIMITS,
          }),
        ],
      }),
    });
    return () => view.destroy();
  }, [before, after, label]);
  return (
    <div
      ref={container}
      className="h-[50dvh] overflow-clip rounded-lg border border-line bg-raised"
    />
  );
}
