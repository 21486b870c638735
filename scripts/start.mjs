// npm start: installs and builds what is missing, then runs the server (README).
import { join } from 'node:path';
import {
  become,
  ensureDatabaseClients,
  ensureInstalled,
  ensureWebAppBuilt,
  node,
  root,
} from './setup.mjs';

ensureInstalled();
ensureDatabaseClients();
ensureWebAppBuilt();
become(node, ['--disable-warning=ExperimentalWarning', join(root, 'apps/server/src/main.ts')], {
  cwd: root,
});
