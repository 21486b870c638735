import { PaletteHost } from '#shared/command-palette/palette-host.tsx';
import { OfflineStart } from './offline-start.tsx';
import { SiteExtras, type SiteExtrasProps } from './site-extras.tsx';

/** Parts of every page that the first paint does not need. */
export function ShellExtras(props: SiteExtrasProps) {
  return (
    <>
      <OfflineStart />
      <SiteExtras {...props} />
      <PaletteHost />
    </>
  );
}
