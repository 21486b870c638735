import type { Command } from '@satchel/ui/overlays/command-palette';
import { useNavigate } from '@tanstack/react-router';
import { House, LogIn, type LucideIcon, Upload } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { panelGroupsFor, panelPath } from '#shared/panel/panel-sections.ts';
import { usePrincipal } from '#shared/session/use-session.ts';

const iconOf = (Icon: LucideIcon) => <Icon aria-hidden="true" className="size-4" />;

/** Commands that open the pages which the user may use. */
export function usePageCommands(): readonly Command[] {
  const { t } = useTranslation(['palette', 'shell', 'panel']);
  const navigate = useNavigate();
  const principal = usePrincipal();
  const sections = panelGroupsFor(principal).flatMap((group) => group.sections);
  return [
    {
      key: 'home',
      label: t('shell:nav.home'),
      icon: iconOf(House),
      onSelect: () => void navigate({ to: '/' }),
    },
    {
      key: 'upload',
      label: t('shell:nav.upload'),
      icon: iconOf(Upload),
      onSelect: () => void navigate({ to: '/upload' }),
    },
    ...(principal.kind === 'anonymous'
      ? [
          {
            key: 'admin',
            label: t('shell:nav.admin'),
            icon: iconOf(LogIn),
            onSelect: () => void navigate({ to: '/admin' }),
          },
        ]
      : []),
    ...sections.map(([page, icon]) => ({
      key: page,
      label: t(`panel:sections.${page}`),
      icon: iconOf(icon),
      onSelect: () => void navigate({ to: panelPath(page) }),
    })),
  ];
}
