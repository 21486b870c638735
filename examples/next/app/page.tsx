'use client';

import { createUploader, type Upload } from '@satchel/multipart-uploader';
import { createHttpTransport } from '@satchel/multipart-uploader/http';
import { createIndexedDbStore } from '@satchel/multipart-uploader/indexeddb';
import { useUpload, useUploader } from '@satchel/multipart-uploader/react';
import { createXhrSender } from '@satchel/multipart-uploader/xhr';

// Created once, outside of components. It uses no browser API until a file is added.
const uploader = createUploader({
  transport: createHttpTransport({ url: '/uploads', headers: readGuest }),
  send: createXhrSender(),
  store: createIndexedDbStore(),
});

function readGuest(): Record<string, string> {
  localStorage.guest ??= crypto.randomUUID();
  return { authorization: `Guest ${localStorage.guest}` };
}

export default function Page() {
  const { uploads, pending, unreadable, dropProps, add, remove } = useUploader(uploader);
  return (
    <main {...dropProps}>
      <h1>Upload</h1>
      <p>
        Choose files, or drop files and folders here.{' '}
        <input type="file" multiple onChange={({ target }) => add(target.files)} />
      </p>
      {unreadable.length > 0 && <p>The browser could not read {unreadable.join(', ')}.</p>}
      <ul>
        {pending.map(({ id, file }) => (
          <li key={id}>{file.name}: choose it again to go on</li>
        ))}
        {uploads.map((upload) => (
          <Row key={upload.id} upload={upload} onRemove={() => void remove(upload)} />
        ))}
      </ul>
    </main>
  );
}

function Row({ upload, onRemove }: { readonly upload: Upload; readonly onRemove: () => void }) {
  const { state, isPaused, progress, error } = useUpload(upload);
  return (
    <li>
      {upload.name}: {error?.message ?? state}{' '}
      <progress value={progress.bytes} max={Math.max(1, progress.totalBytes)} />
      <button type="button" onClick={isPaused ? upload.resume : upload.pause}>
        {isPaused ? 'Resume' : 'Pause'}
      </button>
      <button type="button" onClick={onRemove}>
        Remove
      </button>
    </li>
  );
}
