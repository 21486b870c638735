import { IconButton } from '@satchel/ui/actions/icon-button';
import { Languages } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '#shared/i18n/use-language.ts';
import { switchLanguage } from './switch-language.ts';

/** Button that switches to the other of the two languages. Its label is in that language. */
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
      onClick={() => void switchLanguage(other)}
    />
  );
}
