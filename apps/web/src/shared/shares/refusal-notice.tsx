import { ErrorNotice } from '#shared/errors/error-notice.tsx';
import { refusalOf } from './refusal.ts';

/** Why the server did not make a share, unless that is shown at a field. */
export function RefusalNotice({ error }: { error: Error }) {
  return <ErrorNotice sentence={refusalOf(error).other} />;
}
