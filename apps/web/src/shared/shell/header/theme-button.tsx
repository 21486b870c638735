import { IconButton } from '@satchel/ui/actions/icon-button';
import { useSelector } from '@tanstack/react-store';
import { Moon, Sun, SunMoon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { nextThemeMode, setThemeMode, themeMode } from '#shared/theme/theme-store.ts';

const ICON = { auto: <SunMoon />, light: <Sun />, dark: <Moon /> };

export function ThemeButton() {
  const { t } = useTranslation('shell');
  const mode = useSelector(themeMode);
  return (
    <>
      <IconButton
        label={t(`theme.${mode}`)}
        icon={ICON[mode]}
        tooltipSide="bottom-end"
        onClick={() => setThemeMode(nextThemeMode(mode))}
      />
      <span role="status" className="sr-only">
        {t(`theme.${mode}`)}
      </span>
    </>
  );
}
