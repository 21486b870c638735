import { Folder, Link2 } from 'lucide-react';
import { useState } from 'react';
import { Checkbox } from '../src/forms/checkbox.tsx';
import { Combobox } from '../src/forms/combobox.tsx';
import { Field } from '../src/forms/field.tsx';
import { PasswordField } from '../src/forms/password-field.tsx';
import { RadioGroup } from '../src/forms/radio-group.tsx';
import { Select } from '../src/forms/select.tsx';
import { Switch } from '../src/forms/switch.tsx';
import { TextArea } from '../src/forms/text-area.tsx';
import { TextField } from '../src/forms/text-field.tsx';
import { Disclosure } from '../src/layout/disclosure.tsx';
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
        <PasswordField label="Password" defaultValue="secret" />
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
      <Choices />
      <Suggestions />
      <Specimens name="Disclosure" isStacked>
        <Disclosure label="Options" summary="expires in 7 days, no password">
          <TextField label="Note" />
        </Disclosure>
        <Disclosure label="Files">{() => <p>report.pdf</p>}</Disclosure>
      </Specimens>
      <Specimens name="Field">
        <Field label="A control of your own" hint="Its label, hint and error">
          {(attributes) => <input {...attributes} type="range" />}
        </Field>
      </Specimens>
    </>
  );
}

const AUDIENCES = [
  {
    ...{ value: 'everybody', label: 'Everybody' },
    hint: 'Whoever has the link can read it.',
  },
  {
    ...{ value: 'password', label: 'With a password' },
    hint: 'You tell it to those who may read.',
  },
  { value: 'nobody', label: 'Nobody yet', isDisabled: true },
] as const;

function Choices() {
  const [audience, setAudience] = useState<(typeof AUDIENCES)[number]['value']>('everybody');
  return (
    <Specimens name="RadioGroup" isStacked>
      {(['cards', 'list'] as const).map((look) => (
        <RadioGroup
          key={look}
          label={`Who may read it, as ${look}`}
          value={audience}
          onChange={setAudience}
          options={AUDIENCES}
          look={look}
        />
      ))}
    </Specimens>
  );
}

const FOLDERS = ['/archive', '/archive/2026', '/inbox', '/photos', '/photos/family'];
const FOLDER_ITEMS = FOLDERS.map((value) => ({ value, icon: <Folder /> }));

/** The second one asks a server, here a promise, for what fits. */
function Suggestions() {
  const [folder, setFolder] = useState('');
  const [remote, setRemote] = useState('');
  const [found, setFound] = useState<readonly string[]>([]);
  const [isLoading, setIsLoading] = useState(false);
  async function search(text: string) {
    setRemote(text);
    setIsLoading(true);
    await new Promise((resolve) => setTimeout(resolve, SEARCH_MS));
    setFound(FOLDERS.filter((name) => name.startsWith(text)));
    setIsLoading(false);
  }
  return (
    <Specimens name="Combobox">
      <Combobox
        label="Folder"
        value={folder}
        onChange={setFolder}
        items={FOLDER_ITEMS}
        hint="One of these, or a new one"
        className="w-64"
      />
      <Combobox
        label="Folder on the server"
        value={remote}
        onChange={search}
        items={found.map((value) => ({ value, hint: 'S3' }))}
        areItemsFound
        isLoading={isLoading}
        className="w-64"
      />
      <output className="text-meta text-ink-muted">Folder: {folder}</output>
    </Specimens>
  );
}

/** Long enough for a busy machine to see that it takes a while. */
const SEARCH_MS = 1500;
