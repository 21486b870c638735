import { isApiError } from '@satchel/api-client/api-error';
import { Button, buttonClassName } from '@satchel/ui/actions/button';
import { ErrorState } from '@satchel/ui/feedback/error-state';
import { useQuery } from '@tanstack/react-query';
import { Link, Navigate } from '@tanstack/react-router';
import { CloudOff, FolderX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { sentenceOf } from '#shared/errors/sentence-of.ts';
import { usePrincipal } from '#shared/session/use-session.ts';
import { nameOf, parentOf, splatOf } from '../entry-path.ts';
import { useListing, usePlace } from '../explorer-context.ts';
import { entryOptions } from '../queries.ts';

/** Translation keys of the hints, by error code. */
const CURES = {
  'storage.unavailable': 'unavailable',
  'storage.timeout': 'timeout',
  'auth.outside_base_path': 'outside',
  'client.network': 'offline',
} as const;

type Cure = (typeof CURES)[keyof typeof CURES];

function cureOf(error: Error): Cure | undefined {
  return isApiError(error) ? (CURES as Record<string, Cure>)[error.code] : undefined;
}

/** Shows why the directory cannot be listed, and what the user can do about it. */
export function DirectoryFailure({ error }: { error: Error }) {
  const { t } = useTranslation(['explorer', 'shell']);
  const { path, address } = usePlace();
  const { directory } = useListing();
  const isAdmin = usePrincipal().kind === 'admin';
  const { isMissing } = directory;
  const cure = cureOf(error);
  const isStorage = cure === 'unavailable' || cure === 'timeout';
  // The path may be a file, not a directory. Then the explorer opens the file's preview.
  const file = useQuery({
    ...entryOptions(path),
    enabled: isMissing && path !== '/',
    retry: false,
  });
  if (file.data && !file.data.isDirectory) {
    return (
      <Navigate
        replace
        to="/mount-explorer/$"
        params={{ _splat: splatOf(parentOf(path)) }}
        search={{ preview: nameOf(path) }}
      />
    );
  }
  return (
    <ErrorState
      icon={isMissing ? <FolderX /> : <CloudOff />}
      title={t(isMissing ? 'failure.missing' : 'failure.title')}
      description={
        <>
          <p>{isMissing ? t('failure.missingHint') : sentenceOf(error)}</p>
          {cure && <p className="mt-1.5">{t(`failure.cures.${cure}`)}</p>}
        </>
      }
      action={
        <>
          <Button isBusy={directory.isFetching} onClick={directory.retry}>
            {t('shell:actions.retry')}
          </Button>
          {path !== '/' && (
            <Button onClick={() => address.goTo(parentOf(path))}>{t('failure.up')}</Button>
          )}
          {isStorage && isAdmin && (
            <Link to="/admin/storage-config" className={buttonClassName()}>
              {t('failure.storages')}
            </Link>
          )}
        </>
      }
    />
  );
}
