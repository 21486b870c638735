import { FileText, Folder, Settings, SlidersHorizontal, Upload } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../src/actions/button.tsx';
import { Switch } from '../src/forms/switch.tsx';
import { TextField } from '../src/forms/text-field.tsx';
import { CommandPalette } from '../src/overlays/command-palette.tsx';
import { ConfirmDialog } from '../src/overlays/confirm-dialog.tsx';
import { Dialog } from '../src/overlays/dialog.tsx';
import { Popover } from '../src/overlays/popover.tsx';
import { SideSheet } from '../src/overlays/side-sheet.tsx';
import { Specimens } from './specimens.tsx';

export function Overlays() {
  return (
    <>
      <Dialogs />
      <Specimens name="Popover">
        <Popover trigger={<Button icon={<SlidersHorizontal />}>View options</Button>} title="View">
          <Switch label="Show hidden files" />
        </Popover>
      </Specimens>
      <Sheets />
      <Palette />
    </>
  );
}

function Dialogs() {
  const [open, setOpen] = useState<'dialog' | 'confirmation' | null>(null);
  const close = () => setOpen(null);
  return (
    <Specimens name="Dialog and ConfirmDialog">
      <Button onClick={() => setOpen('dialog')}>Open a dialog</Button>
      <Button variant="danger" onClick={() => setOpen('confirmation')}>
        Ask for confirmation
      </Button>
      {open === 'dialog' && (
        <Dialog
          onClose={close}
          title="Link to this text"
          description="Whoever has it can read the text."
          footer={<Button onClick={close}>Done</Button>}
        >
          <p>Content</p>
        </Dialog>
      )}
      {open === 'confirmation' && (
        <ConfirmDialog
          {...{ onConfirm: close, onCancel: close }}
          title="Delete 3 files?"
          description="They cannot be brought back."
          {...{ confirmLabel: 'Delete', cancelLabel: 'Keep', isDangerous: true }}
        />
      )}
    </Specimens>
  );
}

/** One that refuses to close while something is typed in, and one that leaves the page within reach. */
function Sheets() {
  const [isOpen, setIsOpen] = useState(false);
  const [isAsideOpen, setIsAsideOpen] = useState(false);
  const [remark, setRemark] = useState('');
  return (
    <Specimens name="SideSheet">
      <Button onClick={() => setIsOpen(true)}>Edit in a sheet</Button>
      <Button onClick={() => setIsAsideOpen(true)}>Details beside the page</Button>
      {isOpen && (
        <SideSheet
          onClose={() => {
            if (remark === '') setIsOpen(false);
          }}
          title="Edit the share"
          description="It stays open while there is something to lose."
          footer={
            <Button
              variant="primary"
              onClick={() => {
                setRemark('');
                setIsOpen(false);
              }}
            >
              Save
            </Button>
          }
        >
          <TextField
            label="Remark"
            value={remark}
            onChange={({ target }) => setRemark(target.value)}
          />
        </SideSheet>
      )}
      {isAsideOpen && (
        <SideSheet onClose={() => setIsAsideOpen(false)} title="harbour.jpg" isModal={false}>
          <p className="text-body">2.4 MB, uploaded yesterday</p>
        </SideSheet>
      )}
    </Specimens>
  );
}

const FILES = ['minutes.md', 'mind map.png', 'budget.xlsx'];

function Palette() {
  const [isOpen, setIsOpen] = useState(false);
  const [query, setQuery] = useState('');
  const [done, setDone] = useState('nothing');
  const found = query === '' ? [] : FILES.filter((name) => name.includes(query));
  return (
    <Specimens name="CommandPalette">
      <Button
        onClick={() => {
          setQuery('');
          setIsOpen(true);
        }}
      >
        Open the palette
      </Button>
      <output className="text-meta text-ink-muted">Done: {done}</output>
      {isOpen && (
        <CommandPalette
          {...{ query, onQueryChange: setQuery, onClose: () => setIsOpen(false) }}
          label="What do you want to do?"
          placeholder="Type a page, an action or a file"
          noResultsText="Nothing has this name"
          groups={[
            {
              ...{ key: 'actions', label: 'Actions' },
              items: [
                {
                  ...{ key: 'upload', label: 'Upload files', icon: <Upload />, shortcut: 'Ctrl+U' },
                  ...{ keywords: 'send add', onSelect: () => setDone('upload') },
                },
                {
                  ...{ key: 'settings', label: 'Open the settings', icon: <Settings /> },
                  onSelect: () => setDone('settings'),
                },
              ],
            },
            {
              ...{ key: 'files', label: 'Files', isFound: true },
              items: found.map((name) => ({
                ...{ key: name, label: name, hint: '/inbox' },
                icon: name.endsWith('.md') ? <FileText /> : <Folder />,
                onSelect: () => setDone(name),
              })),
            },
          ]}
        />
      )}
    </Specimens>
  );
}
