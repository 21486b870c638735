// Runs before any package is published: as `prepublishOnly`, or imported by the release.
import { assertPublishable } from './repository.mjs';

try {
  assertPublishable();
} catch (error) {
  process.stderr.write(`\n${error.message}\n`);
  process.exit(1);
}
