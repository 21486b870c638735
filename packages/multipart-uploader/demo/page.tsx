import { createUploader, type PartSender, type Uploader } from '@satchel/multipart-uploader';
import { createHttpTransport } from '@satchel/multipart-uploader/http';
import { createIndexedDbStore } from '@satchel/multipart-uploader/indexeddb';
import { useUploader } from '@satchel/multipart-uploader/react';
import { useRef } from 'react';
import { createRoot } from 'react-dom/client';
import { Chooser } from './chooser.tsx';
import { MAX_FILE_SIZE_BYTES } from './limits.ts';
import type { Line } from './line.ts';
import { LinePanel } from './line-panel.tsx';
import { PendingRow } from './pending-row.tsx';
import { makeSample, SAMPLE_SIZE_BYTES } from './sample.ts';
import type { StoredFile } from './store.ts';
import { UploadRow } from './upload-row.tsx';
import { isMoving, sayBytes, sayProgress } from './words.ts';

type DemoUploader = Uploader<unknown, StoredFile>;

/** Shows the page; its uploads go along a line to whatever answers there. */
export function showPage(line: Line, sender: PartSender): void {
  const uploader: DemoUploader = createUploader({
    transport: createHttpTransport<unknown, StoredFile>({ url: '/uploads', fetch: line.fetch }),
    send: line.carry(sender),
    store: createIndexedDbStore(),
    connectivity: line.connectivity,
    maxFileSizeBytes: MAX_FILE_SIZE_BYTES,
    // With every third answer lost, one part may well be unlucky several times.
    retries: 6,
    backoff: (retry) => 300 * retry,
  });
  const root = document.getElementById('root');
  if (root !== null) createRoot(root).render(<Page uploader={uploader} line={line} />);
}

/** A page to upload from, and to make the line worse. */
function Page({ uploader, line }: { readonly uploader: DemoUploader; readonly line: Line }) {
  const queue = useUploader(uploader);
  const { uploads, progress, pending, unreadable, add, remove, discard } = queue;
  const { isDropping, dropProps } = queue;
  const chooser = useRef<HTMLInputElement>(null);

  return (
    <div className="page" {...dropProps}>
      <header>
        <p className="eyebrow">@satchel/multipart-uploader</p>
        <h1>Uploads that go on</h1>
        <p className="lead">
          Files go straight from this page to an S3 store, in parallel parts. Pause them, cut the
          line, reload the page: stored parts stay, and only the rest is sent.
        </p>
      </header>
      <main>
        <section className={isDropping ? 'drop dropping' : 'drop'} aria-label="New uploads">
          <p className="drop-title">
            {isDropping ? 'Let go to upload' : 'Drop files or folders here'}
          </p>
          <div className="drop-ways">
            <Chooser kind="primary" isMultiple onChoose={add} input={chooser}>
              Choose files
            </Chooser>
            <button type="button" className="button" onClick={() => add([makeSample()])}>
              Make a {sayBytes(SAMPLE_SIZE_BYTES)} file
            </button>
          </div>
          <p className="hint">Up to {sayBytes(MAX_FILE_SIZE_BYTES)}. They stay on this machine.</p>
        </section>

        {unreadable.length > 0 && (
          <p role="alert">The browser could not read {unreadable.join(', ')}.</p>
        )}

        <div className="lists">
          {pending.length > 0 && (
            <section aria-labelledby="pending">
              <h2 id="pending">Not finished yet</h2>
              <ul>
                {pending.map((each) => (
                  <PendingRow key={each.id} pending={each} onChoose={add} onDiscard={discard} />
                ))}
              </ul>
            </section>
          )}

          {uploads.length > 0 && (
            <section aria-labelledby="uploads">
              <div className="summary">
                <h2 id="uploads">{uploads.length === 1 ? '1 file' : `${uploads.length} files`}</h2>
                <p className="figures">
                  {sayProgress(
                    progress,
                    uploads.some(({ snapshot }) => isMoving(snapshot)),
                  )}
                </p>
              </div>
              <progress
                aria-label="All files"
                value={progress.bytes}
                max={Math.max(1, progress.totalBytes)}
              />
              <ul>
                {uploads.map((upload) => (
                  <UploadRow
                    key={upload.id}
                    upload={upload}
                    onRemove={() => {
                      // Moves the focus, because the focused button goes away.
                      chooser.current?.focus();
                      void remove(upload);
                    }}
                  />
                ))}
              </ul>
              <p className="legend" aria-hidden="true">
                <span className="part" data-state="pending" /> waiting
                <span className="part" data-state="uploading" /> on its way
                <span className="part" data-state="completed" /> stored
                <span className="part" data-state="failed" /> failed
              </p>
            </section>
          )}
        </div>

        <LinePanel line={line} />
      </main>
    </div>
  );
}
