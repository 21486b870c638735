// npm run dev: the server and Vite, each reloading on change.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fromSources, serverEnvironment } from '../apps/server/server-process.mjs';
import { ensureBuilt, ensureInstalled, environment, node, root } from './setup.mjs';

ensureInstalled();
ensureBuilt('generate');

const processes = [
  {
    args: ['--watch', ...fromSources.server],
    cwd: join(root, 'apps/server'),
    // The server's own folder is watched; its data must not be in it.
    env: {
      ...environment,
      ...serverEnvironment,
      DATA_DIR: process.env.DATA_DIR ?? join(root, 'data'),
    },
  },
  {
    args: [join(root, 'apps/web/node_modules/vite/bin/vite.js')],
    cwd: join(root, 'apps/web'),
    env: environment,
  },
].map(({ args, ...options }) => spawn(node, args, { stdio: 'inherit', ...options }));

const stop = () => {
  for (const child of processes) child.kill('SIGTERM');
};
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
for (const child of processes) child.on('exit', stop);
