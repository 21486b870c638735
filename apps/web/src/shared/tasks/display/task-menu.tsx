import { IconButton } from '@satchel/ui/actions/icon-button';
import { Popover } from '@satchel/ui/overlays/popover';
import { ArrowUpDown } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useTaskSummary } from '../use-tasks.ts';
import { ProgressRing } from './progress-ring.tsx';
import { TaskPanel } from './task-panel.tsx';

/** Button in the header that shows the total progress of all tasks and opens their list. */
export function TaskMenu() {
  const { t } = useTranslation('tasks');
  const [isOpen, setIsOpen] = useState(false);
  const { underWay, fraction, countOf } = useTaskSummary();
  const percent = Math.floor(fraction * 100);
  const failed = countOf.failed + countOf.partial;
  const badge = underWay || failed;
  return (
    <Popover
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      title={t('title')}
      className="w-96"
      trigger={
        <IconButton
          className="relative"
          label={label()}
          icon={
            <ProgressRing fraction={underWay > 0 ? fraction : undefined}>
              <ArrowUpDown className={underWay > 0 ? 'size-3.5!' : ''} />
              {badge > 0 && (
                <span
                  aria-hidden="true"
                  className={
                    underWay > 0
                      ? 'absolute -top-0.5 -right-1 rounded-full bg-accent px-1 text-[0.625rem] leading-4 font-semibold text-on-accent tabular-nums'
                      : 'absolute -top-0.5 -right-1 rounded-full bg-danger px-1 text-[0.625rem] leading-4 font-semibold text-on-danger tabular-nums'
                  }
                >
                  {badge > 99 ? '99+' : badge}
                </span>
              )}
            </ProgressRing>
          }
        />
      }
    >
      <TaskPanel onLeave={() => setIsOpen(false)} />
    </Popover>
  );

  function label(): string {
    if (underWay > 0) return t('buttonUnderWay', { count: underWay, percent });
    return failed > 0 ? t('buttonFailed', { count: failed }) : t('button');
  }
}
