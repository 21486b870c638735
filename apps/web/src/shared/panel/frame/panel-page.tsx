import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { AdminPage } from '#shared/session/page-guards.ts';
import { usePageTitle } from '#shared/site/use-page-title.ts';

export interface PanelPageProps {
  /** Page whose name in the navigation is the title. */
  page: AdminPage;
  description?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

/** Layout of a page in the panel, with the title of page and document, a description and actions. */
export function PanelPage({ page, description, actions, children }: PanelPageProps) {
  const { t } = useTranslation('panel');
  const title = t(`sections.${page}`);
  usePageTitle(title);
  return (
    <div className="flex flex-1 flex-col gap-5">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
        <div className="min-w-0 flex-[1_1_16rem]">
          <h1 className="text-title">{title}</h1>
          {description && <p className="mt-1 text-sm text-ink-muted">{description}</p>}
        </div>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
      {children}
    </div>
  );
}
