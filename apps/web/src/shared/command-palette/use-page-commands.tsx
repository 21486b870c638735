import type { Command } from '@satchel/ui/overlays/command-palette';
import { useNavigate } from '@tanstack/react-router';
import { House, LogIn, Upload } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { panelGroupsFor, panelPath } from '#shared/panel/frame/panel-sections.ts';
import { usePrincipal } from '#shared/session/use-session.ts';

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
      icon: <House />,
      onSelect: () => void navigate({ to: '/' }),
    },
    {
      key: 'upload',
      label: t('shell:nav.upload'),
      icon: <Upload />,
      onSelect: () => void navigate({ to: '/upload' }),
    },
    ...(principal.kind === 'anonymous'
      ? [
          {
            key: 'admin',
            label: t('shell:nav.admin'),
            icon: <LogIn />,
            onSelect: () => void navigate({ to: '/admin' }),
          },
        ]
      : []),
    ...sections.map(([page, Icon]) => ({
      key: page,
      label: t(`panel:sections.${page}`),
      icon: <Icon />,
      onSelect: () => void navigate({ to: panelPath(page) }),
    })),
  ];
}
