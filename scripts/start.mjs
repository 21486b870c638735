// npm start: installs and builds what is missing, then runs the server (README).
import {
  become,
  ensureDatabaseClients,
  ensureInstalled,
  ensureWebAppBuilt,
  node,
  root,
  serverArguments,
  serverEnvironment,
} from './setup.mjs';

ensureInstalled();
ensureDatabaseClients();
ensureWebAppBuilt();
become(node, serverArguments, { cwd: root, env: serverEnvironment });
