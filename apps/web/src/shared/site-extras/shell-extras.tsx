import { PaletteHost } from '#shared/command-palette/palette-host.tsx';
import { OfflineStart } from './offline-start.tsx';
import { SiteExtras, type SiteExtrasProps } from './site-extras.tsx';

/** What every page has, but none needs for its first paint. */
export function ShellExtras(props: SiteExtrasProps) {
  return (
    <>
      <OfflineStart />
      <SiteExtras {...props} />
      <PaletteHost />
    </>
  );
}
