import { Download, Pencil, Share2 } from 'lucide-react';
import { ActionBar } from '../src/actions/action-bar.tsx';
import { Button } from '../src/actions/button.tsx';
import { CloseButton } from '../src/actions/close-button.tsx';
import { CopyButton } from '../src/actions/copy-button.tsx';
import { IconButton } from '../src/actions/icon-button.tsx';
import { Kbd, Shortcut } from '../src/actions/kbd.tsx';
import { showToast } from '../src/feedback/toast-store.ts';
import { Tooltip } from '../src/overlays/tooltip.tsx';
import { Specimens } from './specimens.tsx';

const VARIANTS = ['primary', 'secondary', 'quiet', 'danger'] as const;
const nothing = () => {};

export function Actions() {
  return (
    <>
      <Specimens name="Button">
        {VARIANTS.map((variant) => (
          <Button key={variant} variant={variant} icon={<Download />}>
            {variant}
          </Button>
        ))}
        <Button size="small">small</Button>
        <Button isBusy>busy</Button>
        <Button disabled>disabled</Button>
      </Specimens>
      <Specimens name="IconButton">
        <IconButton label="Edit" icon={<Pencil />} />
        <IconButton label="Edit, outlined" icon={<Pencil />} variant="outlined" />
        <IconButton label="Edit, small" icon={<Pencil />} size="small" />
        <IconButton label="Edit, busy" icon={<Pencil />} isBusy />
      </Specimens>
      <Specimens name="CloseButton">
        <CloseButton onClick={nothing} />
      </Specimens>
      <Specimens name="CopyButton">
        <CopyButton text="copied" label="Copy" copiedLabel="Copied" onFail={nothing} />
      </Specimens>
      <Specimens name="Tooltip">
        <Tooltip text="Saved a minute ago">
          <Button>Hover or focus</Button>
        </Tooltip>
        <div className="w-16 overflow-hidden rounded-md border border-line p-1">
          <IconButton label="A name longer than the box that clips it" icon={<Pencil />} />
        </div>
      </Specimens>
      <Specimens name="Kbd and Shortcut">
        <Kbd>Esc</Kbd>
        <Shortcut keys="Ctrl+K" />
      </Specimens>
      <Specimens name="ActionBar: at the bottom of the screen on phones" isStacked>
        <ActionBar>
          <span className="text-meta text-ink-muted">Expires in 7 days</span>
          <Button
            variant="primary"
            icon={<Share2 />}
            className="min-w-40 max-sm:w-full"
            onClick={() => showToast('success', 'Link created')}
          >
            Create the link
          </Button>
        </ActionBar>
      </Specimens>
    </>
  );
}
