import { Download, Ellipsis, Pencil, Trash2 } from 'lucide-react';
import { Button } from '../src/button.tsx';
import { CopyButton } from '../src/copy-button.tsx';
import { IconButton } from '../src/icon-button.tsx';
import { Kbd } from '../src/kbd.tsx';
import { Menu } from '../src/menu.tsx';
import { Tooltip } from '../src/tooltip.tsx';
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
      <Specimens name="CopyButton">
        <CopyButton text="copied" label="Copy" copiedLabel="Copied" onFail={nothing} />
      </Specimens>
      <Specimens name="Menu">
        <Menu
          label="More"
          icon={<Ellipsis />}
          items={[
            { key: 'edit', label: 'Edit', icon: <Pencil />, onSelect: nothing },
            { key: 'none', label: 'Not now', isDisabled: true, onSelect: nothing },
            {
              ...{ key: 'delete', label: 'Delete', icon: <Trash2 /> },
              ...{ isDangerous: true, onSelect: nothing },
            },
          ]}
        />
      </Specimens>
      <Specimens name="Tooltip">
        <Tooltip text="Saved a minute ago">
          <Button>Hover or focus</Button>
        </Tooltip>
      </Specimens>
      <Specimens name="Kbd">
        <Kbd>Ctrl</Kbd>
        <Kbd>K</Kbd>
      </Specimens>
    </>
  );
}
