import { Checkbox } from '@satchel/ui/forms/checkbox';
import { useTranslation } from 'react-i18next';
import { bindFields } from '#shared/forms/bind-fields.ts';
import {
  ExpiryDateField,
  LinkPassword,
  MaxViewsField,
  NoteField,
  RemarkField,
  SlugField,
} from '../options/share-inputs.tsx';
import type { EditableShare, OptionProblems } from '../options/share-options.ts';
import type { ShareForm } from '../share-changes.ts';

export interface ShareFormFieldsProps {
  form: ShareForm;
  share: EditableShare;
  problems: OptionProblems;
  slugError: string | undefined;
  titleLength: number | undefined;
  onChange: (form: ShareForm) => void;
}

/** Form fields that edit an existing share. */
export function ShareFormFields({
  form,
  share,
  problems,
  slugError,
  titleLength = 2000,
  onChange,
}: ShareFormFieldsProps) {
  const { t } = useTranslation(['shares', 'share-lists']);
  const edit = (changed: Partial<ShareForm>) => onChange({ ...form, ...changed });
  const { text, toggle, value } = bindFields(form, edit);
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <SlugField hasProblem={problems.slug} error={slugError} {...text('slug')} />
      <RemarkField maxLength={titleLength} {...text('remark')} />
      <ExpiryDateField {...text('expiresAt')} />
      <div className="flex flex-col gap-1.5">
        <MaxViewsField
          hint={t('share-lists:form.maxViewsHint')}
          hasProblem={problems.maxViews}
          {...value('maxViews')}
        />
        {share.views > 0 && (
          <Checkbox
            label={t('share-lists:form.resetViews', { count: share.views })}
            {...toggle('resetsViews')}
          />
        )}
      </div>
      <LinkPassword
        isSet={share.has_password}
        password={text('password')}
        removal={toggle('removesPassword')}
      />
      <div className="sm:col-span-2">
        <NoteField {...text('note')} />
      </div>
    </div>
  );
}
