import { type PartState, planParts, type StoredUpload } from '@satchel/multipart-uploader';
import { useState } from 'react';
import { Chooser } from './chooser.tsx';
import { Parts, sayParts } from './parts.tsx';
import { sayBytes } from './words.ts';

/** Upload of an earlier visit, for which the same file can be chosen again. */
export function PendingRow({
  pending,
  onChoose,
  onDiscard,
}: {
  readonly pending: StoredUpload;
  readonly onChoose: (files: Iterable<File>) => void;
  readonly onDiscard: (pending: StoredUpload) => Promise<void>;
}) {
  const [failure, setFailure] = useState('');
  const { file, partSize, etags } = pending;
  const states = planParts(file.size, partSize).map(
    ({ partNumber }): PartState => (etags[partNumber] === undefined ? 'pending' : 'completed'),
  );

  return (
    <li className="card" data-state="paused">
      <div className="card-head">
        <h3 title={file.name}>{file.name}</h3>
        <p className="state">Choose the file again to go on</p>
      </div>
      <Parts name={file.name} states={states} />
      <div className="card-foot">
        <p className="figures">{`${sayBytes(file.size)} · ${sayParts(states)}`}</p>
        <div className="actions">
          <Chooser name={`Choose ${file.name} again`} onChoose={onChoose}>
            Choose again
          </Chooser>
          <button
            type="button"
            className="button quiet"
            onClick={() => {
              onDiscard(pending).catch(({ message }: Error) => setFailure(message));
            }}
          >
            Discard<span className="unseen"> {file.name}</span>
          </button>
        </div>
      </div>
      <p className="failure" role="alert">
        {failure && `It could not be discarded: ${failure}. Try again.`}
      </p>
    </li>
  );
}
