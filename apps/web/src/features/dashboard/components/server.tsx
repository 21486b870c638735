import { isApiError } from '@satchel/api-client/api-error';
import type { ReadinessProblem } from '@satchel/api-client/errors';
import { Button } from '@satchel/ui/actions/button';
import { Badge } from '@satchel/ui/feedback/badge';
import { Fact, FactList } from '@satchel/ui/lists/fact-list';
import { useQuery } from '@tanstack/react-query';
import { Gauge } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sentenceOf } from '#shared/errors/sentence-of.ts';
import { useLanguage } from '#shared/i18n/use-language.ts';
import { lazyPart } from '#shared/loading/lazy-part.tsx';
import { cacheStatsOptions, serverOptions } from '../queries.ts';
import { formatUptime } from '../uptime.ts';
import { QueryCard } from './panel-card.tsx';

const ConnectionTestSheet = lazyPart(() =>
  import('../connection/connection-test-sheet.tsx').then((module) => module.ConnectionTestSheet),
);

/** Problems that the server reports while it is not ready; empty if it reports none. */
function problemsOf(error: unknown): readonly ReadinessProblem[] {
  return isApiError(error, 'server.unavailable') ? (error.details.problems ?? []) : [];
}

/** Shows the server's version and health, with a button that tests the connection to it. */
export function Server() {
  const { t } = useTranslation('dashboard');
  const language = useLanguage();
  const server = useQuery(serverOptions());
  const caches = useQuery(cacheStatsOptions());
  const [isTesting, setTesting] = useState(false);
  return (
    <>
      <QueryCard
        title={t('server')}
        query={server}
        height="h-32"
        action={
          <Button size="small" icon={<Gauge />} onClick={() => setTesting(true)}>
            {t('connection.action')}
          </Button>
        }
      >
        {({ version, health }) => (
          <>
            <FactList>
              <Fact term={t('health')}>
                <Badge tone={health.isReady ? 'success' : 'danger'}>
                  {t(health.isReady ? 'ready' : 'notReady')}
                </Badge>
              </Fact>
              <Fact term={t('version')}>{version.version}</Fact>
              <Fact term={t('database')}>{version.storage ?? '–'}</Fact>
              <Fact term="Node.js">{version.nodeVersion ?? '–'}</Fact>
              <Fact term={t('uptime')}>{formatUptime(version.uptime ?? 0, language)}</Fact>
              <Fact term={t('memory')}>
                {caches.data ? `${caches.data.system.memory.rss} MB` : '–'}
              </Fact>
            </FactList>
            {!health.isReady && (
              <div role="alert" className="text-sm text-danger">
                {problemsOf(health.error).map((problem) => (
                  <p key={problem}>{t(`problems.${problem}`)}</p>
                ))}
                {problemsOf(health.error).length === 0 && <p>{sentenceOf(health.error)}</p>}
              </div>
            )}
          </>
        )}
      </QueryCard>
      {isTesting && <ConnectionTestSheet onClose={() => setTesting(false)} />}
    </>
  );
}
