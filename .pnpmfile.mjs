// Sets the package metadata for npm: the origin comes from one place (docs/releasing.md), and fields that only
// developers use are removed.
import { originOf } from './scripts/repository.mjs';

export const hooks = {
  beforePacking: ({ scripts, devDependencies, ...manifest }) => ({
    ...manifest,
    ...originOf(manifest.name),
  }),
};
