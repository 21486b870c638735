import { type DragEvent, type ReactNode, useState } from 'react';

export interface DropZoneProps {
  hint: string;
  onFile: (file: File) => void;
  onEscape?: (() => void) | undefined;
  className?: string;
  children: ReactNode;
}

const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files');

/** Handles dropped files before CodeMirror, which would insert them without a limit or a question. */
export function DropZone({ hint, onFile, onEscape, className, children }: DropZoneProps) {
  const [isOver, setIsOver] = useState(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an extra; the button beside does the same
    <div
      className={className}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) onEscape?.();
      }}
      onDragOver={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setIsOver(false);
      }}
      onDropCapture={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        event.stopPropagation();
        setIsOver(false);
        const file = event.dataTransfer.files[0];
        if (file) onFile(file);
      }}
    >
      {children}
      {isOver && (
        <div className="pointer-events-none absolute inset-1 z-10 flex items-center justify-center rounded-md border-2 border-dashed border-accent bg-accent-soft/90 text-sm font-medium text-accent-strong">
          {hint}
        </div>
      )}
    </div>
  );
}
