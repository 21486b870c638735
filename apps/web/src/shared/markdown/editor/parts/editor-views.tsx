import { ViewSwitch } from '@satchel/ui/actions/view-switch';
import { Columns2, Eye, PenLine } from 'lucide-react';
import { useTranslation } from 'react-i18next';

export type EditorView = 'write' | 'split' | 'preview';

const VIEWS = [
  { value: 'write', icon: <PenLine />, className: '' },
  { value: 'split', icon: <Columns2 />, className: 'max-lg:hidden' },
  { value: 'preview', icon: <Eye />, className: '' },
] as const;

export interface EditorViewsProps {
  view: EditorView;
  onChange: (view: EditorView) => void;
}

export function EditorViews({ view, onChange }: EditorViewsProps) {
  const { t } = useTranslation('markdown');
  return (
    <ViewSwitch<EditorView>
      isCompact
      label={t('editor.views')}
      views={VIEWS.map((each) => ({ ...each, label: t(`editor.${each.value}`) }))}
      shown={view}
      onShow={onChange}
    />
  );
}
