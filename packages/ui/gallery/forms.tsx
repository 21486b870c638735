import { Link2 } from 'lucide-react';
import { useState } from 'react';
import { Checkbox } from '../src/checkbox.tsx';
import { Field } from '../src/field.tsx';
import { PasswordField } from '../src/password-field.tsx';
import { Select } from '../src/select.tsx';
import { Switch } from '../src/switch.tsx';
import { TextArea } from '../src/text-area.tsx';
import { TextField } from '../src/text-field.tsx';
import { Specimens } from './specimens.tsx';

const EXPIRY = [
  { value: '1', label: '1 hour' },
  { value: '24', label: '1 day' },
];

export function Forms() {
  const [isPublic, setIsPublic] = useState(true);
  return (
    <>
      <Specimens name="TextField">
        <TextField label="Remark" placeholder="For whom" hint="Only you see it." />
        <TextField label="Link" prefix="/paste/" defaultValue="minutes" />
        <TextField label="Address" icon={<Link2 />} defaultValue="https://example.com" />
        <TextField label="Slug" defaultValue="a b" error="Letters, digits and dashes only." />
        <TextField label="Disabled" disabled defaultValue="fixed" />
      </Specimens>
      <Specimens name="PasswordField">
        <PasswordField label="Password" showLabel="Show" hideLabel="Hide" defaultValue="secret" />
      </Specimens>
      <Specimens name="TextArea">
        <TextArea label="Text" defaultValue="# Hello" hint="Markdown" rows={3} />
      </Specimens>
      <Specimens name="Select">
        <Select label="Expires after" options={EXPIRY} hint="Then it is gone." />
        <Select label="Of another time" options={EXPIRY} error="Choose one." />
      </Specimens>
      <Specimens name="Checkbox">
        <Checkbox label="Selected" defaultChecked />
        <Checkbox label="Some of them" isIndeterminate />
        <Checkbox label="Disabled" disabled />
      </Specimens>
      <Specimens name="Switch">
        <Switch
          label="Public"
          hint="Anybody with the link"
          checked={isPublic}
          onChange={({ target }) => setIsPublic(target.checked)}
        />
        <Switch label="Disabled" disabled />
      </Specimens>
      <Specimens name="Field">
        <Field label="A control of your own" hint="Its label, hint and error">
          {(attributes) => <input {...attributes} type="range" />}
        </Field>
      </Specimens>
    </>
  );
}
