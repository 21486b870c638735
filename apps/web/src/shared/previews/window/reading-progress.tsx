import { formatBytes } from '@satchel/api-client/format-bytes';
import { ProgressBar } from '@satchel/ui/feedback/progress-bar';

export interface ReadingProgressProps {
  label: string;
  readBytes: number;
  /** Size of the file; null if unknown. */
  size: number | null | undefined;
}

/** Shown while a preview reads its whole file. */
export function ReadingProgress({ label, readBytes, size }: ReadingProgressProps) {
  return (
    <div className="mx-auto w-full max-w-md flex-1 p-8">
      <ProgressBar
        label={label}
        fraction={size ? readBytes / size : undefined}
        detail={formatBytes(readBytes)}
      />
    </div>
  );
}
