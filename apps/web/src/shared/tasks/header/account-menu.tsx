import { Menu } from '@satchel/ui/overlays/menu';
import type { MenuEntry } from '@satchel/ui/overlays/menu-entry';
import { useNavigate } from '@tanstack/react-router';
import { useSelector } from '@tanstack/react-store';
import { CircleUserRound, GitFork, KeyRound, Languages, LogOut, UserRoundCog } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '#shared/i18n/use-language.ts';
import { useSession } from '#shared/session/use-session.ts';
import { PROJECT_REPOSITORY_URL } from '#shared/shell/header/navigation.ts';
import { switchLanguage } from '#shared/shell/header/switch-language.ts';
import { setThemeMode, type ThemeMode, themeMode } from '#shared/theme/theme-store.ts';
import { requestLogOut } from './log-out-request.ts';

const THEMES: readonly ThemeMode[] = ['auto', 'light', 'dark'];

/** Menu with the name of the logged-in user, theme, language and log-out. */
export function AccountMenu() {
  const { t } = useTranslation('shell');
  const session = useSession();
  const navigate = useNavigate();
  const theme = useSelector(themeMode);
  const other = useLanguage() === 'zh' ? 'en' : 'zh';
  if (session.kind === 'none') return null;
  const name = session.kind === 'admin' ? t('session.administrator') : session.keyInfo.name;
  const pages: MenuEntry[] = [
    {
      key: 'account',
      label: t('session.account'),
      icon: <UserRoundCog />,
      onSelect: () => void navigate({ to: '/admin/account' }),
    },
    {
      key: 'keys',
      label: t('session.invite'),
      icon: <KeyRound />,
      onSelect: () => void navigate({ to: '/admin/key-management', search: { edit: 'new' } }),
    },
  ];
  const items: MenuEntry[] = [
    {
      kind: 'group',
      key: 'who',
      label: session.kind === 'admin' ? name : t('session.keyOf', { name }),
      items: session.kind === 'admin' ? pages : [],
    },
    { kind: 'separator', key: 'after-who' },
    {
      kind: 'choice',
      key: 'theme',
      label: t('session.theme'),
      value: theme,
      options: THEMES.map((value) => ({ value, label: t(`session.themes.${value}`) })),
      onChange: (value) => setThemeMode(value as ThemeMode),
    },
    { kind: 'separator', key: 'after-theme' },
    {
      key: 'language',
      label: t('language.switchTo'),
      icon: <Languages />,
      onSelect: () => void switchLanguage(other),
    },
    {
      key: 'repository',
      label: t('nav.repository'),
      icon: <GitFork />,
      onSelect: () => void window.open(PROJECT_REPOSITORY_URL, '_blank', 'noopener'),
    },
    { kind: 'separator', key: 'before-log-out' },
    {
      key: 'log-out',
      label: t('session.logout'),
      icon: <LogOut />,
      onSelect: () => void requestLogOut(),
    },
  ];
  return (
    <Menu
      label={t('session.menuOf', { name })}
      icon={<CircleUserRound />}
      items={items}
      className="size-9 [&_svg]:size-[1.125rem]"
    />
  );
}
