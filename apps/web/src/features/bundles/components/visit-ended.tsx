import { Button } from '@satchel/ui/actions/button';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { tellVisitEnd } from '#shared/shares/recipient/tell-visit-end.ts';

/** Says that the visit has ended. A toast says so, too, if this is out of view or behind a preview. */
export function VisitEnded() {
  const { t } = useTranslation('share-views');
  const notice = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const { left = 0, top = 0 } = notice.current?.getBoundingClientRect() ?? {};
    const shown = document.elementFromPoint(left + 1, top + 1);
    if (!notice.current?.contains(shown)) tellVisitEnd();
  }, []);
  return (
    <span ref={notice} className="flex flex-wrap items-center gap-3">
      {t('recipient.visitEnded')}
      <Button size="small" onClick={() => window.location.reload()}>
        {t('recipient.openAgain')}
      </Button>
    </span>
  );
}
