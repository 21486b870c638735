import { useState } from 'react';
import { Button } from '../src/button.tsx';
import { ConfirmDialog } from '../src/confirm-dialog.tsx';
import { Dialog } from '../src/dialog.tsx';
import { Specimens } from './specimens.tsx';

export function Overlays() {
  const [open, setOpen] = useState<'dialog' | 'confirmation' | null>(null);
  const close = () => setOpen(null);
  return (
    <Specimens name="Dialog and ConfirmDialog">
      <Button onClick={() => setOpen('dialog')}>Open a dialog</Button>
      <Button variant="danger" onClick={() => setOpen('confirmation')}>
        Ask for confirmation
      </Button>
      <Dialog
        {...{ isOpen: open === 'dialog', onClose: close, closeLabel: 'Close' }}
        title="Link to this text"
        description="Whoever has it can read the text."
        footer={<Button onClick={close}>Done</Button>}
      >
        <p>Content</p>
      </Dialog>
      <ConfirmDialog
        {...{ isOpen: open === 'confirmation', onConfirm: close, onCancel: close }}
        title="Delete 3 files?"
        description="They cannot be brought back."
        {...{ confirmLabel: 'Delete', cancelLabel: 'Keep', isDangerous: true }}
      />
    </Specimens>
  );
}
