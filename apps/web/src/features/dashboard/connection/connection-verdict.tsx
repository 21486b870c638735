import { formatBytes } from '@satchel/api-client/format-bytes';
import { Notice } from '@satchel/ui/feedback/notice';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Fine, Problem, Verdict } from './verdict.ts';

/** Says what limits uploads and names the cure, or says that nothing does. */
export function ConnectionVerdict({ verdict }: { verdict: Verdict }) {
  const { t } = useTranslation('dashboard');
  if (verdict.isFine) return <FineNotice fine={verdict.fine} />;
  return (
    <div role="status" className="flex flex-col gap-3">
      {verdict.problems.map((problem) => (
        <ProblemNotice key={keyOf(problem)} problem={problem} />
      ))}
      <p className="text-meta text-ink-muted">{t('connection.docs')}</p>
    </div>
  );
}

function FineNotice({ fine }: { fine: Fine }) {
  const { t } = useTranslation('dashboard');
  return (
    <Notice role="status" icon={<CircleCheck className="text-success" />}>
      {t(`connection.fine.${fine.kind}`, {
        origins: 'origins' in fine ? fine.origins.join(', ') : '',
        roundTrip: 'roundTripMs' in fine ? formatMs(fine.roundTripMs) : '',
      })}
    </Notice>
  );
}

function ProblemNotice({ problem }: { problem: Problem }) {
  const { t } = useTranslation('dashboard');
  const values = {
    origin: 'origin' in problem ? problem.origin : '',
    size: 'bytes' in problem ? formatBytes(problem.bytes) : '',
    one: 'one' in problem ? formatSpeed(problem.one) : '',
    several: 'several' in problem ? formatSpeed(problem.several) : '',
    fastest: 'fastest' in problem ? formatSpeed(problem.fastest) : '',
    roundTrip: 'roundTripMs' in problem ? formatMs(problem.roundTripMs) : '',
  };
  const { kind } = problem;
  const program = 'proxy' in problem ? problem.proxy : 'other';
  return (
    <Notice tone="warning" icon={<TriangleAlert />}>
      <p className="font-medium">{t(`connection.problems.${kind}`, values)}</p>
      <p>{t(`connection.cures.${kind}.${program}`, values)}</p>
    </Notice>
  );
}

const keyOf = (problem: Problem) => `${problem.kind} ${'origin' in problem ? problem.origin : ''}`;

export const formatSpeed = (bytesPerSecond: number) => `${formatBytes(bytesPerSecond)}/s`;

export const formatMs = (milliseconds: number) =>
  `${milliseconds < 10 ? milliseconds.toFixed(1) : Math.round(milliseconds)} ms`;
