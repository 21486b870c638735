import { ErrorNotice } from '#shared/errors/error-notice.tsx';
import { refusalOf } from './refusal.ts';

/** Shows why the server refused a share, unless a field shows the reason. */
export function RefusalNotice({ error }: { error: Error }) {
  return <ErrorNotice sentence={refusalOf(error).other} />;
}
