import { spawn } from 'node:child_process';
import { once } from 'node:events';

/**
 * Takes the writers' lock in a separate process, because SQLite's locks do not work within one process.
 */
export async function lockDatabase(path: string): Promise<{ release(): Promise<void> }> {
  const script = `
    const { DatabaseSync } = require('node:sqlite');
    const database = new DatabaseSync(process.argv[1]);
    database.exec('BEGIN IMMEDIATE');
    process.stdout.write('locked');
    process.stdin.on('end', () => process.exit()).resume();`;
  const child = spawn(process.execPath, ['-e', script, path], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return {
    async release() {
      if (child.exitCode !== null) return;
      const ended = once(child, 'exit');
      child.stdin.end();
      await ended;
    },
  };
}
