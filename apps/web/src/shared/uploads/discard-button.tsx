import { IconButton } from '@satchel/ui/actions/icon-button';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { showErrorToast } from '#shared/errors/show-error-toast.ts';

/** Gives up what was begun. Busy meanwhile; what goes wrong is said. */
export function DiscardButton({ label, discard }: { label: string; discard: () => Promise<void> }) {
  const [isBusy, setIsBusy] = useState(false);

  async function run() {
    setIsBusy(true);
    await discard().catch(showErrorToast);
    setIsBusy(false);
  }

  return (
    <IconButton
      size="small"
      label={label}
      icon={<Trash2 />}
      isBusy={isBusy}
      onClick={() => void run()}
    />
  );
}
