import { Button } from '@satchel/ui/actions/button';
import { TextArea } from '@satchel/ui/forms/text-area';
import { TextField } from '@satchel/ui/forms/text-field';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { queue } from '../queue/queue.ts';
import type { QueuedChange } from '../queue/queued-change.ts';
import { sync } from '../queue/sync.ts';
import { dataToSend, fieldsOf } from './change-fields.ts';

/** Edits a queued change before it is sent. */
export function ChangeEditor({ change, onClose }: { change: QueuedChange; onClose: () => void }) {
  const { t } = useTranslation(['offline', 'shell']);
  const [fields, setFields] = useState(() => fieldsOf(change));
  const labels: Readonly<Record<string, string>> = {
    content: t('queue.content'),
    slug: t('queue.slug'),
    newSlug: t('queue.slug'),
    password: t('queue.password'),
  };

  function set(name: string, value: string) {
    setFields(fields.map((field) => (field.name === name ? { name, value } : field)));
  }
  async function save(event: FormEvent) {
    event.preventDefault();
    // An empty link suffix means that the server chooses one.
    const changed = fields.map(({ name, value }) => [name, isSlug(name) && !value ? null : value]);
    await queue.mend(change, { ...dataToSend(change), ...Object.fromEntries(changed) });
    onClose();
    void sync();
  }
  return (
    <form onSubmit={(event) => void save(event)} className="flex flex-col gap-3">
      {fields.map(({ name, value }) => {
        const label = labels[name] ?? name;
        return name === 'content' ? (
          <TextArea
            key={name}
            label={label}
            rows={6}
            value={value}
            onChange={(event) => set(name, event.target.value)}
          />
        ) : (
          <TextField
            key={name}
            label={label}
            value={value}
            onChange={(event) => set(name, event.target.value)}
          />
        );
      })}
      <div className="flex justify-end gap-2">
        <Button size="small" onClick={onClose}>
          {t('shell:actions.cancel')}
        </Button>
        <Button size="small" variant="primary" type="submit">
          {t('queue.save')}
        </Button>
      </div>
    </form>
  );
}

const isSlug = (name: string) => /slug$/i.test(name);
