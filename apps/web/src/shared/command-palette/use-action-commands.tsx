import { can } from '@satchel/api-client/permissions';
import type { Command } from '@satchel/ui/overlays/command-palette';
import { useNavigate } from '@tanstack/react-router';
import { useSelector } from '@tanstack/react-store';
import {
  Database,
  FolderPlus,
  Inbox,
  Keyboard,
  KeyRound,
  Languages,
  LogOut,
  SunMoon,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '#shared/i18n/use-language.ts';
import { usePrincipal } from '#shared/session/use-session.ts';
import { switchLanguage } from '#shared/shell/header/switch-language.ts';
import { requestLogOut } from '#shared/tasks/header/log-out-request.ts';
import { setThemeMode, type ThemeMode, themeMode } from '#shared/theme/theme-store.ts';
import { paletteView } from './palette-store.ts';

const THEMES: readonly ThemeMode[] = ['auto', 'light', 'dark'];

/** Commands that work on every page. */
export function useActionCommands(): readonly Command[] {
  const { t } = useTranslation(['palette', 'shell']);
  const principal = usePrincipal();
  const language = useLanguage();
  const theme = useSelector(themeMode);
  const additions = useAdditions();
  return [
    ...additions,
    ...THEMES.filter((mode) => mode !== theme).map((mode) => ({
      key: `theme-${mode}`,
      label: t(`theme.${mode}`),
      icon: <SunMoon />,
      onSelect: () => setThemeMode(mode),
    })),
    {
      key: 'language',
      label: t('shell:language.switchTo'),
      keywords: t('shell:language.label'),
      icon: <Languages />,
      onSelect: () => void switchLanguage(language === 'zh' ? 'en' : 'zh'),
    },
    {
      key: 'shortcuts',
      label: t('shortcuts.title'),
      shortcut: '?',
      icon: <Keyboard />,
      // Delayed until this dialog has closed, because its close would also close the other one.
      onSelect: () => setTimeout(() => paletteView.set('shortcuts')),
    },
    ...(principal.kind === 'anonymous'
      ? []
      : [
          {
            key: 'logout',
            label: t('shell:session.logout'),
            icon: <LogOut />,
            onSelect: () => void requestLogOut(),
          },
        ]),
  ];
}

/** Commands that create things which the user may create. */
function useAdditions(): readonly Command[] {
  const { t } = useTranslation('palette');
  const navigate = useNavigate();
  const principal = usePrincipal();
  const search = { edit: 'new' };
  const request = {
    key: 'new-request',
    label: t('add.request'),
    icon: <Inbox />,
    onSelect: () => void navigate({ to: '/admin/upload-requests', search }),
  };
  const ofAdmin = [
    {
      key: 'new-key',
      label: t('add.key'),
      icon: <KeyRound />,
      onSelect: () => void navigate({ to: '/admin/key-management', search }),
    },
    {
      key: 'new-storage',
      label: t('add.storage'),
      icon: <Database />,
      onSelect: () => void navigate({ to: '/admin/storage-config', search }),
    },
    {
      key: 'new-mount',
      label: t('add.mount'),
      icon: <FolderPlus />,
      onSelect: () => void navigate({ to: '/admin/mount-management', search }),
    },
  ];
  return [
    ...(can(principal, 'file_share') ? [request] : []),
    ...(principal.kind === 'admin' ? ofAdmin : []),
  ];
}
