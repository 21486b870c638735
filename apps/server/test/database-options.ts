import { systemClock } from '../src/clock.ts';
import { createSecretKey } from '../src/security/secret-key.ts';

/** Options for tests that open a database without a server. */
export const DATABASE_OPTIONS = {
  secretKey: createSecretKey('one secret for every server on a database'),
  clock: systemClock,
  onError: () => undefined,
};
