import { once } from 'node:events';
import { existsSync, fstatSync, writeFileSync } from 'node:fs';
import { type FileHandle, open, readdir, readFile, realpath, rename, rm } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { systemClock } from '@satchel/server/clock';
import type { Config } from '@satchel/server/config';
import { assertMigrated } from '@satchel/server/database/schema/inspect-database';
import { claimOf, createSecretKey } from '@satchel/server/security/secret-key';
import { StartError } from '@satchel/server/start-error';
import { isOwnFolder } from '@satchel/server/startup/data-directory';
import { syncPath } from '@satchel/server/startup/sync-path';
import type { Command } from 'commander';
import { encrypt } from '../archive/encryption.ts';
import { FORMAT, MANIFEST_NAME, SECRET_NAME, STORE_ID_NAME } from '../archive/manifest.ts';
import { type ArchiveWriter, archive } from '../archive/write-archive.ts';
import { type CommandContext, note, readConfig } from '../context.ts';
import { findPassphrase, PASSPHRASE_HELP, readSecret } from '../secret-input.ts';
import { addRows } from './add-rows.ts';
import { type HeldData, holdData } from './hold-data.ts';
import { noteBackup } from './last-backup.ts';
import { verifyBackup } from './verify-backup.ts';

interface Options {
  readonly encrypt?: boolean;
  readonly verify?: boolean;
}

export function addBackupCommand(program: Command, context: CommandContext): void {
  program
    .command('backup')
    .description(
      'write the database, the embedded store and, where it is in the data folder, the secret key into one file; the server may run meanwhile',
    )
    .argument('<file>', 'a new file, or - for the standard output')
    .option('--encrypt', `encrypt it, also where no passphrase is set yet: ${PASSPHRASE_HELP}`)
    .option('--verify', 'read a file instead, and compare every byte of it with its hash')
    .action((file: string, options: Options) =>
      options.verify ? verifyBackup(context, file) : backUp(context, file, options),
    );
}

async function backUp(context: CommandContext, file: string, options: Options): Promise<void> {
  const config = await readConfig(context);
  await assertMigrated(config);
  if (file !== '-') await assertKept(config, resolve(context.workingDirectory, file));
  const isEncrypted = options.encrypt || (await readSecret(context, 'BACKUP_PASSPHRASE'));
  const passphrase = isEncrypted ? await findPassphrase(context, 'new') : undefined;
  const createdAt = systemClock.now();
  await using data = await holdData(config, context.signal);
  const plain = archive((writer) => fill(writer, config, data, createdAt), createdAt);
  const bytes = passphrase === undefined ? plain : encrypt(plain, passphrase);
  const written = await write(context, file, bytes);
  // The backup is complete, even if the disk of the database is full.
  await noteBackup(config, { finishedAt: systemClock.now(), bytes: written }).catch((error) =>
    note(context, `\`satchel doctor\` will not know of this backup: ${error}`),
  );
  const how = passphrase === undefined ? 'not encrypted' : 'encrypted';
  note(context, `Backed up ${written} bytes, ${how}.`);
  const { objects, external } = data;
  if (!objects) note(context, 'The embedded store is off here, so that no objects are in it.');
  if (external.length > 0) {
    note(context, `What lies in other storages is not in it: ${external.join(', ')}.`);
  }
  if (config.secretKey !== undefined) {
    note(context, 'SECRET_KEY is not in it: keep it, because the backup is of no use without.');
  } else if (passphrase === undefined) {
    note(context, 'The secret key is in it: who can read the file can read every secret in it.');
  }
}

/** @throws {StartError} if the server or a command would remove the file */
async function assertKept({ dataDirectory }: Config, path: string): Promise<void> {
  const [data, parent] = await Promise.all(
    [dataDirectory, dirname(path)].map((folder) => realpath(folder).catch(() => folder)),
  );
  const [folder = ''] = relative(data ?? '', parent ?? '').split(sep);
  if (!isOwnFolder(folder)) return;
  throw new StartError(
    `${path} is in a folder of the server, which removes other files there. Nothing was changed.`,
  );
}

async function fill(
  writer: ArchiveWriter,
  config: Config,
  { rows, objects }: HeldData,
  createdAt: Date,
): Promise<void> {
  const secretPath = join(config.dataDirectory, 'secret.key');
  const ownSecret = config.secretKey === undefined ? await readFile(secretPath, 'utf8') : undefined;
  const secretKey = createSecretKey(config.secretKey ?? ownSecret?.trim() ?? '');
  await writer.addText(
    MANIFEST_NAME,
    JSON.stringify({
      format: FORMAT,
      createdAt: createdAt.toISOString(),
      database: rows.kind,
      migrations: rows.migrations,
      hasObjects: objects !== undefined,
      hasSecretKey: ownSecret !== undefined,
      secretKeyClaim: claimOf(secretKey),
    }),
  );
  if (ownSecret !== undefined) await writer.addText(SECRET_NAME, ownSecret);
  await addRows(writer, rows);
  if (objects) {
    if (objects.storeId !== undefined) await writer.addText(STORE_ID_NAME, objects.storeId);
    await addObjects(writer, objects.directory);
  }
  await writer.finish();
}

async function addObjects(writer: ArchiveWriter, directory: string): Promise<void> {
  const buckets = join(directory, 'buckets');
  for (const entry of await readdir(buckets, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    await writer.addFile(`objects/${relative(directory, path).replaceAll('\\', '/')}`, path);
  }
}

/** Writes a file that gets its name only when it is complete and on the disk. */
async function write(
  { stdout, workingDirectory }: CommandContext,
  file: string,
  bytes: AsyncIterable<Buffer>,
): Promise<number> {
  let written = 0;
  if (file === '-') {
    if ('isTTY' in stdout && stdout.isTTY) {
      throw new StartError('A backup is no text: send the standard output into a file.');
    }
    for await (const chunk of bytes) {
      written += chunk.length;
      await writeOut(stdout, chunk);
    }
    return written;
  }
  const path = resolve(workingDirectory, file);
  if (existsSync(path)) throw new StartError(`${path} exists. Nothing was changed.`);
  const unfinished = `${path}.unfinished`;
  // Removes the rest of a killed backup and follows no symbolic link, because the file has the secret key.
  await rm(unfinished, { force: true });
  const target = await open(unfinished, 'wx', 0o600);
  try {
    for await (const chunk of bytes) {
      // Unlike `write`, continues after a short write, and so fails on a full disk.
      await target.writeFile(chunk);
      written += chunk.length;
    }
    await finish(target, unfinished, path);
  } catch (error) {
    await target.close().catch(() => undefined);
    await rm(unfinished, { force: true });
    throw error;
  }
  return written;
}

async function writeOut(stdout: NodeJS.WritableStream, chunk: Buffer): Promise<void> {
  const fd = 'fd' in stdout && typeof stdout.fd === 'number' ? stdout.fd : undefined;
  // Node's stream for a file drops the rest of a short write, which a full disk causes.
  if (fd !== undefined && fstatSync(fd).isFile()) writeFileSync(fd, chunk);
  else if (!stdout.write(chunk)) await once(stdout, 'drain');
}

async function finish(target: FileHandle, unfinished: string, path: string): Promise<void> {
  await target.sync();
  await target.close();
  await rename(unfinished, path);
  await syncPath(dirname(path));
}
