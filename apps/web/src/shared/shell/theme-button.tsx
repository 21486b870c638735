import { IconButton } from '@satchel/ui/icon-button';
import { Moon, Sun, SunMoon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { nextThemeMode, setThemeMode } from '#shared/theme/theme-store.ts';
import { useThemeMode } from '#shared/theme/use-theme.ts';

const ICON = { auto: <SunMoon />, light: <Sun />, dark: <Moon /> };

export function ThemeButton() {
  const { t } = useTranslation('shell');
  const mode = useThemeMode();
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
