#!/usr/bin/env node
// `npx satchel` in a checkout: runs the operators' command on the pinned Node, from the sources, which
// may be newer than the bundle. Runs on any Node >= 20 itself.
import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fromSources, serverEnvironment } from '@satchel/server/server-process';

const root = join(dirname(fileURLToPath(import.meta.url)), '../../..');
const executable = process.platform === 'win32' ? 'node.exe' : 'node';
const node = join(root, 'node_modules/node-runtime/bin', executable);

const child = spawn(node, [...fromSources.command, ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: { ...process.env, ...serverEnvironment },
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('error', (error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
