import { IconButton } from '@satchel/ui/icon-button';
import { Languages } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { changeLanguage } from '#shared/i18n/i18n.ts';
import { useLanguage } from '#shared/i18n/use-language.ts';

/** Two languages need no list. The name is in the language that it switches to. */
export function LanguageButton() {
  const { t } = useTranslation('shell');
  const language = useLanguage();
  const other = language === 'zh' ? 'en' : 'zh';
  return (
    <IconButton
      label={t('language.switchTo')}
      lang={other === 'zh' ? 'zh-CN' : 'en'}
      icon={<Languages />}
      tooltipSide="bottom-end"
      onClick={() => changeLanguage(other)}
    />
  );
}
