import { type DragEvent, type ReactNode, useState } from 'react';

export interface DropZoneProps {
  hint: string;
  onFile: (file: File) => void;
  /** Called with several files, a folder or pasted files; without it only the first file is taken. */
  onFiles: ((transfer: DataTransfer) => void) | undefined;
  onEscape: (() => void) | undefined;
  className: string;
  children: ReactNode;
}

/** Whether a drop is more than one file: several, or a folder. */
function isMany({ items, files }: DataTransfer): boolean {
  return files.length > 1 || [...items].some((item) => item.webkitGetAsEntry()?.isDirectory);
}

const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files');

/** Handles dropped files before CodeMirror, which would insert them without a limit or a question. */
export function DropZone({ hint, onFile, onFiles, onEscape, className, children }: DropZoneProps) {
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
        if (onFiles && isMany(event.dataTransfer)) onFiles(event.dataTransfer);
        else if (event.dataTransfer.files[0]) onFile(event.dataTransfer.files[0]);
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
