import { Button } from '@satchel/ui/actions/button';
import { Badge } from '@satchel/ui/feedback/badge';
import { Skeleton } from '@satchel/ui/feedback/skeleton';
import { useRemovalFocus } from '@satchel/ui/lists/use-removal-focus';
import { focusAfterwards } from '@satchel/ui/overlays/focus-afterwards';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { serverNow } from '#shared/environment/server-clock.ts';
import { resultToasts } from '#shared/errors/result-toasts.ts';
import { formatDateTime, formatRelativeTime } from '#shared/format/format-time.ts';
import { useLanguage } from '#shared/i18n/use-language.ts';
import { ConfirmButton } from '#shared/panel/confirm-mutation.tsx';
import { FormSection } from '#shared/panel/form-section.tsx';
import { QueryContent } from '#shared/panel/query-content.tsx';
import { useAgentName } from '#shared/panel/use-agent-name.ts';
import { useEndOtherSessions, useEndSession } from '../mutations.ts';
import { type OpenSession, openSessionsOptions } from '../queries.ts';

/** Lists the administrator's sessions, with buttons that end them. */
export function OpenSessions() {
  const { t } = useTranslation('sessions');
  const sessions = useQuery(openSessionsOptions());
  const endOthers = useEndOtherSessions();
  return (
    <FormSection
      title={t('account.sessions.title')}
      description={t('account.sessions.description')}
    >
      <QueryContent
        query={sessions}
        failure={t('account.sessions.loadFailed')}
        // Has the height of one session, so that the form below does not move.
        placeholder={<Skeleton className="h-30" />}
      >
        {(list) => (
          <>
            <SessionList sessions={list} />
            {list.some(({ isOwn }) => !isOwn) ? (
              <ConfirmButton
                className="self-start"
                label={t('account.sessions.endOthers')}
                mutation={endOthers}
                title={t('account.sessions.endOthersQuestion')}
                description={t('account.sessions.endOthersHint')}
                doneText={({ ended }) => t('account.sessions.endedOthers', { count: ended })}
              />
            ) : (
              <p className="text-meta text-ink-muted">{t('account.sessions.none')}</p>
            )}
          </>
        )}
      </QueryContent>
    </FormSection>
  );
}

function SessionList({ sessions }: { sessions: readonly OpenSession[] }) {
  const list = useRef<HTMLUListElement>(null);
  const ended = useRef(0);
  const others = sessions.filter(({ isOwn }) => !isOwn);
  // The button of the next session takes the focus from the one that is gone with its session.
  useRemovalFocus(sessions.length, list, () => {
    const buttons = list.current?.querySelectorAll('button');
    const next = buttons?.[Math.min(ended.current, buttons.length - 1)];
    if (next) next.focus();
    else focusAfterwards();
  });
  return (
    <ul ref={list} className="flex flex-col divide-y divide-line rounded-lg border border-line">
      {sessions.map((session) => (
        <SessionRow
          key={session.id}
          session={session}
          onEnd={() => {
            ended.current = others.indexOf(session);
          }}
        />
      ))}
    </ul>
  );
}

function SessionRow({ session, onEnd }: { session: OpenSession; onEnd: () => void }) {
  const { t } = useTranslation('sessions');
  const language = useLanguage();
  const nameOf = useAgentName();
  const end = useEndSession();
  const { startedAt, lastUsedAt, endsAt, source } = session;
  const ago = (time: string) => formatRelativeTime(time, serverNow(), language);
  const started =
    source === null
      ? t('account.sessions.started', { when: ago(startedAt) })
      : t('account.sessions.startedFrom', { when: ago(startedAt), source });
  const times = [
    started,
    lastUsedAt && t('account.sessions.used', { when: ago(lastUsedAt) }),
    t('account.sessions.ends', { when: formatDateTime(endsAt, language) }),
  ];
  const name = nameOf(session.agent);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 p-3">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2 font-medium" title={session.agent ?? ''}>
          {name}
          {session.isOwn && <Badge tone="accent">{t('account.sessions.own')}</Badge>}
        </p>
        <p className="text-meta text-ink-muted wrap-anywhere">
          {times.filter(Boolean).join(' · ')}
        </p>
      </div>
      {!session.isOwn && (
        <Button
          aria-label={t('account.sessions.endOf', { name })}
          isBusy={end.isPending}
          onClick={() => {
            onEnd();
            end.mutate(session.id, resultToasts(t('account.sessions.ended')));
          }}
        >
          {t('account.sessions.end')}
        </Button>
      )}
    </li>
  );
}
