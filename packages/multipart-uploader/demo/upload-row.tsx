import type { Upload, UploadPart } from '@satchel/multipart-uploader';
import { useUpload } from '@satchel/multipart-uploader/react';
import { useEffect, useState } from 'react';
import { Parts } from './parts.tsx';
import type { StoredFile } from './store.ts';
import { isMoving, sayProgress, sayState } from './words.ts';

type DemoUpload = Upload<unknown, StoredFile>;

/** One file, from the queue to the store. */
export function UploadRow({
  upload,
  onRemove,
}: {
  readonly upload: DemoUpload;
  readonly onRemove: () => void;
}) {
  const snapshot = useUpload(upload);
  const states = useParts(upload).map(({ state }) => state);
  const { name } = upload;
  const { state, isPaused, progress, result } = snapshot;
  const isWhole = states.length > 0 && states.every((each) => each === 'completed');
  const isOver = result !== null;

  return (
    <li className="card" data-state={isPaused ? 'paused' : state}>
      <div className="card-head">
        <h3 title={name}>{name}</h3>
        <p className="state" role="status">
          {/* Read out without the sight of the row that it stands in. */}
          <span className="unseen">{name}: </span>
          {sayState(snapshot, isWhole)}
        </p>
      </div>
      <Parts name={name} states={states.length > 0 ? states : ['pending']} />
      <div className="card-foot">
        <p className="figures">{sayProgress(progress, isMoving(snapshot))}</p>
        <div className="actions">
          {!isOver && <MainButton upload={upload} label={mainLabel(snapshot)} />}
          <button type="button" className="button quiet" onClick={onRemove}>
            {isOver || state === 'aborted' ? 'Clear' : 'Cancel'}
            <span className="unseen"> {name}</span>
          </button>
        </div>
      </div>
      {result !== null && <Verdict upload={upload} stored={result.data} />}
    </li>
  );
}

function mainLabel({ state, isPaused }: DemoUpload['snapshot']): 'Pause' | 'Resume' | 'Retry' {
  if (state === 'failed') return 'Retry';
  return isPaused ? 'Resume' : 'Pause';
}

/** One button for all three, so that it keeps the focus when its meaning changes. */
function MainButton({
  upload,
  label,
}: {
  readonly upload: DemoUpload;
  readonly label: ReturnType<typeof mainLabel>;
}) {
  return (
    <button
      type="button"
      className="button"
      onClick={label === 'Pause' ? upload.pause : upload.resume}
    >
      {label}
      <span className="unseen"> {upload.name}</span>
    </button>
  );
}

/** Whether the store has the bytes of the file, and the way to them. */
function Verdict({
  upload: { file, name },
  stored,
}: {
  readonly upload: DemoUpload;
  readonly stored: StoredFile;
}) {
  const own = useSha256(file);
  const isSame = own === stored.sha256;
  return (
    <div className="verdict">
      <p role="status" data-same={own === null ? undefined : isSame}>
        {own === null && 'Comparing its SHA-256 with the file’s …'}
        {own !== null && (isSame ? 'Same SHA-256 as the file' : `The file has ${own}`)}
      </p>
      <a href={stored.url} target="_blank" rel="noreferrer">
        Open the stored file<span className="unseen"> {name} in a new tab</span>
      </a>
      <code title="SHA-256 of the stored object">{stored.sha256}</code>
    </div>
  );
}

/** In hexadecimal; null until it is known, and a word where the file cannot be read any more. */
function useSha256(file: Blob): string | null {
  const [sha256, setSha256] = useState<string | null>(null);
  useEffect(() => {
    let isCurrent = true;
    hash(file).then(
      (hex) => isCurrent && setSha256(hex),
      () => isCurrent && setSha256('changed since'),
    );
    return () => {
      isCurrent = false;
    };
  }, [file]);
  return sha256;
}

async function hash(file: Blob): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The parts change between snapshots, too. */
function useParts(upload: DemoUpload): readonly UploadPart[] {
  const [parts, setParts] = useState(upload.parts);
  useEffect(() => upload.on('change', () => setParts(upload.parts)), [upload]);
  return parts;
}
