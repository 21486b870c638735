import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasLitmus, LITMUS_SUITES, LITMUS_TESTS, runLitmus } from '../../../test/litmus.ts';
import { useStorage } from '../../../test/mounted-storage.ts';
import { startShareServer } from '../../../test/share-systems.ts';
import { ADMIN, type TestServer } from '../../../test/start-server.ts';
import { SYSTEMS, startSystem } from '../../../test/storages.ts';

const EMBEDDED = ['sqlite', 'embedded'] as const;

// Debian's package, which `npm test` installs if it may.
describe.skipIf(!hasLitmus).each([EMBEDDED, ...SYSTEMS])(
  'litmus on %s with %s',
  (database, store) => {
    let server: TestServer;
    let close: () => Promise<void>;
    beforeAll(async () => {
      if (store === 'embedded') {
        server = await startShareServer([database, store]);
        close = server.close;
        await (await useStorage(server)).mount('/m');
      } else {
        const system = await startSystem([database, store]);
        ({ server, close } = system);
        await system.storage.mount('/m');
      }
    });
    afterAll(() => close());

    it('passes every test of every suite', async () => {
      let passed = 0;
      for (const suite of LITMUS_SUITES) {
        const result = await runLitmus(suite, `${server.url}/dav/m/`, ADMIN);
        expect.soft(result.complaints, suite).toEqual([]);
        passed += result.passed;
      }
      expect(passed).toBe(LITMUS_TESTS);
    });
  },
);
