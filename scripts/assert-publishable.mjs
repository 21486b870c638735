// Runs before any package is published, however that is begun: by itself (`prepublishOnly`) or imported.
import { assertPublishable } from './repository.mjs';

try {
  assertPublishable();
} catch (error) {
  process.stderr.write(`\n${error.message}\n`);
  process.exit(1);
}
