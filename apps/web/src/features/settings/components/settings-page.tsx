import { Skeleton } from '@satchel/ui/feedback/skeleton';
import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { PanelPage } from '#shared/panel/frame/panel-page.tsx';
import { QueryContent } from '#shared/panel/query-content.tsx';
import { SaveBar } from '#shared/panel/save-bar.tsx';
import { useUnsavedEdits } from '#shared/unsaved/use-unsaved-edits.tsx';
import { type SettingGroup, settingsOptions } from '../queries.ts';
import { type SettingsForm, useSettingsForm } from '../use-settings-form.ts';

export interface SettingsPageProps {
  group: SettingGroup;
  description: string;
  /** Width class of the fields. */
  className?: string;
  /** Returns whether the current values cannot be saved. */
  findInvalid?: (form: SettingsForm) => boolean;
  children: (form: SettingsForm) => ReactNode;
}

/** Layout of a settings page: loads its group, holds unsaved changes, and shows the save bar. */
export function SettingsPage({ group, description, ...rest }: SettingsPageProps) {
  const { t } = useTranslation('settings');
  const settings = useQuery(settingsOptions(group));
  return (
    <PanelPage page={`settings/${group}`} description={description}>
      <QueryContent
        query={settings}
        failure={t('loadFailed')}
        placeholder={<Skeleton className="h-96" />}
      >
        {(stored) => <Form group={group} stored={stored} {...rest} />}
      </QueryContent>
    </PanelPage>
  );
}

interface FormProps
  extends Pick<SettingsPageProps, 'group' | 'findInvalid' | 'className' | 'children'> {
  stored: ReadonlyMap<string, string>;
}

function Form({ group, stored, findInvalid, className = 'max-w-settings', children }: FormProps) {
  const form = useSettingsForm(group, stored);
  const { setDirty, question } = useUnsavedEdits(form.reset);
  useEffect(() => setDirty(form.isDirty), [form.isDirty, setDirty]);
  const isValid = !findInvalid?.(form);
  return (
    <form
      noValidate
      className="flex flex-1 flex-col gap-8"
      onSubmit={(event) => {
        event.preventDefault();
        if (form.isDirty && isValid) void form.save();
      }}
    >
      <div className={clsx('flex flex-col gap-8', className)}>{children(form)}</div>
      <SaveBar
        isDirty={form.isDirty}
        isValid={isValid}
        isSaving={form.isSaving}
        onReset={form.reset}
        className={className}
      />
      {question}
    </form>
  );
}
