// What a package says of itself on npm: its origin from the one place (docs/releasing.md), and
// nothing that only its developers use.
import { originOf } from './scripts/repository.mjs';

export const hooks = {
  beforePacking: ({ scripts, devDependencies, ...manifest }) => ({
    ...manifest,
    ...originOf(manifest.name),
  }),
};
