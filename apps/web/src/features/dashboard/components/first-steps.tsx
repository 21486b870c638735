import { DEFAULT_MAX_UPLOAD_MEGABYTES } from '@satchel/api-client/contract/limits';
import { IconButton } from '@satchel/ui/actions/icon-button';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useSelector } from '@tanstack/react-store';
import { ChevronRight, Circle, CircleCheck, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { mountListOptions } from '#shared/mounts/mount-queries.ts';
import {
  type FirstStep,
  firstSteps,
  hiddenSteps,
  type StepFacts,
  uploadLimitOptions,
} from '../first-steps.ts';
import { PanelCard } from './panel-card.tsx';

/**
 * Facts for the first steps, beside the figures. Null if the steps are hidden or the facts do not load, undefined
 * while they load.
 */
export function useStepFacts(): Omit<StepFacts, 'stats'> | null | undefined {
  const isHidden = useSelector(hiddenSteps.atom);
  const mounts = useQuery({ ...mountListOptions(), enabled: !isHidden });
  const limit = useQuery({ ...uploadLimitOptions(), enabled: !isHidden });
  if (isHidden) return null;
  if (mounts.data && limit.data !== undefined) {
    return { mounts: mounts.data, uploadLimitMegabytes: limit.data };
  }
  return mounts.isError || limit.isError ? null : undefined;
}

/** Leads a new administrator through four first steps. Goes when all are done or the card was hidden. */
export function FirstSteps(facts: StepFacts) {
  const { t } = useTranslation('dashboard');
  const steps = firstSteps(facts);
  const done = steps.filter(({ isDone }) => isDone).length;
  if (done === steps.length) return null;
  return (
    <PanelCard
      title={t('firstSteps.title')}
      action={
        <>
          <span className="text-sm text-ink-muted">
            {t('firstSteps.progress', { done, total: steps.length })}
          </span>
          <IconButton
            label={t('firstSteps.hide')}
            icon={<X />}
            onClick={() => {
              hiddenSteps.store(true);
              // The card goes, so the focus moves to the first button of the page.
              document.querySelector<HTMLElement>('main button')?.focus();
            }}
          />
        </>
      }
    >
      <ol className="grid gap-2 wrap-anywhere sm:grid-cols-2 xl:grid-cols-4">
        {steps.map((step) => (
          <li key={step.name}>
            <Step {...step} />
          </li>
        ))}
      </ol>
    </PanelCard>
  );
}

function Step({ name, link, isDone }: FirstStep) {
  const { t } = useTranslation('dashboard');
  return (
    <Link
      {...link}
      className="flex h-full items-start gap-3 rounded-md border border-line p-3 transition-colors hover:bg-hover"
    >
      {isDone ? (
        <CircleCheck
          role="img"
          aria-label={t('firstSteps.done')}
          className="mt-0.5 size-5 shrink-0 text-success"
        />
      ) : (
        <Circle className="mt-0.5 size-5 shrink-0 text-ink-faint" />
      )}
      <span className="min-w-0 flex-1">
        <span className={isDone ? 'block font-medium text-ink-muted' : 'block font-medium'}>
          {t(`firstSteps.steps.${name}.title`)}
        </span>
        {!isDone && (
          <span className="block text-sm text-ink-muted">
            {t(`firstSteps.steps.${name}.hint`, { megabytes: DEFAULT_MAX_UPLOAD_MEGABYTES })}
          </span>
        )}
      </span>
      {!isDone && <ChevronRight className="mt-0.5 size-4 shrink-0 text-ink-faint" />}
    </Link>
  );
}
