// npm start: installs and builds what is missing, then runs the server (README).
import { serverArguments, serverEnvironment } from '../apps/server/server-process.mjs';
import { become, ensureBuilt, ensureInstalled, environment, node, root } from './setup.mjs';

ensureInstalled();
ensureBuilt('generate', 'build');
become(node, serverArguments, { cwd: root, env: { ...environment, ...serverEnvironment } });
