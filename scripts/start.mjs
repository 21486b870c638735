// npm start: installs and builds what is missing, then runs the server (README).
import { serverArguments, serverEnvironment } from '../apps/server/server-process.mjs';
import {
  become,
  ensureDatabaseClients,
  ensureInstalled,
  ensureWebAppBuilt,
  environment,
  node,
  root,
} from './setup.mjs';

ensureInstalled();
ensureDatabaseClients();
ensureWebAppBuilt();
become(node, serverArguments, { cwd: root, env: { ...environment, ...serverEnvironment } });
