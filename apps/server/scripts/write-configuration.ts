/** Writes docs/configuration.md from the variables that the server reads. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeConfiguration } from '../src/config/reference.ts';

writeFileSync(join(import.meta.dirname, '../../../docs/configuration.md'), describeConfiguration());
