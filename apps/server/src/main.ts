import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { destination, pino } from 'pino';
import { type Config, parseConfig } from '#config';
import { ConfigError } from '#config/config-error.ts';
import { readSecretFiles } from '#config/secret-files.ts';
import { buildApp } from './app.ts';
import { systemClock } from './clock.ts';
import { compose } from './compose.ts';
import { AppError } from './errors.ts';
import type { FirstAdmin } from './features/sessions/service.ts';
import { packageDirectory } from './program-files.ts';
import { StartError } from './start-error.ts';
import { type Running, stop } from './startup/stop.ts';

const EMBEDDED_STORE_HINT =
  '\nThe embedded store is off in this process, but the database knows of one: what was stored in it\ncan be reached with EMBEDDED_STORE=on in the process that has its DATA_DIR.';

/* The terminal is this program's user interface; everything else is logged. */
const say = (text: string) => process.stdout.write(`${text}\n`);
const complain = (text: string) => process.stderr.write(`${text}\n`);

async function main(): Promise<void> {
  const config = await readConfig();
  const logger = pino(
    {
      level: config.logLevel,
      redact: ['*.password', '*.token', '*.key', '*.authorization', '*.secretAccessKey'],
    },
    destination({ dest: 2, sync: false }),
  );
  const onError = (err: unknown) => logger.error({ err }, 'background work failed');
  await assertPortIsFree(config);
  const services = await compose(config, systemClock, onError).catch((error: unknown) => {
    throw explain(error, config);
  });
  // Prints the password immediately, so that it is not lost if the process ends now.
  if (services.firstAdmin) greetAdmin(services.firstAdmin);
  if (services.isEmbeddedStoreMissed) say(EMBEDDED_STORE_HINT);
  const webDirectory = join(packageDirectory, '../web/dist');
  const app = await buildApp({ config, services, logger, webDirectory });
  try {
    await app.listen({ port: config.port, host: config.host });
  } catch (error) {
    await services.close();
    throw explain(error, config);
  }
  const { shutdownGraceMs: graceMs, shutdownDelayMs: delayMs } = config;
  stopOnSignal({ app, services, logger, graceMs, delayMs });
  // Only a server runs operations, because a command would start them and leave them again.
  await services.fileSystem.operations.start();
  services.jobs.start();
  greet(config, portOf(app.server.address(), config.port));
}

function portOf(address: string | AddressInfo | null, configured: number): number {
  return typeof address === 'object' && address ? address.port : configured;
}

async function readConfig(): Promise<Config> {
  // npm runs scripts in the package's folder; a relative DATA_DIR means the user's.
  const workingDirectory = process.env.INIT_CWD ?? process.cwd();
  return parseConfig(await readSecretFiles(process.env, workingDirectory), workingDirectory);
}

/** Only some users may open the ports below. */
const FIRST_FREE_PORT = 1024;

/**
 * Checks before anything is created in the data folder, so that a failed start leaves no trace. Does not open the
 * port where it need not, because the system resets what comes to a port that closes, such as a proxy's writes
 * while a replica starts again.
 */
async function assertPortIsFree(config: Config): Promise<void> {
  const { port, host } = config;
  const probe = createServer();
  try {
    probe.listen(port < FIRST_FREE_PORT ? port : 0, host);
    await once(probe, 'listening');
  } catch (error) {
    throw explain(error, config);
  }
  probe.close();
  await once(probe, 'close');
  if (port !== 0 && (await isAnswered(port, host))) throw portInUse(config);
}

async function isAnswered(port: number, host: string): Promise<boolean> {
  const socket = connect(port, host);
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

function portInUse({ port }: Config): ConfigError {
  return new ConfigError([
    {
      variable: 'PORT',
      problem: `${port} is in use by another program`,
      example: String(port === 8788 ? 8789 : 8788),
    },
  ]);
}

function greet(config: Config, port: number): void {
  const isLocal = ['localhost', '127.0.0.1', '0.0.0.0', '::', '::1'].includes(config.host);
  const address = config.publicUrl ?? `http://${isLocal ? 'localhost' : config.host}:${port}`;
  say(`\nSatchel is running at ${address}\n`);
}

function greetAdmin(admin: FirstAdmin): void {
  say(`\n  User name  ${admin.username}`);
  say(
    admin.generatedPassword === undefined
      ? '  Password   the one in ADMIN_PASSWORD\n'
      : `  Password   ${admin.generatedPassword}\n\n  This password is shown only once. Keep it.\n`,
  );
}

/**
 * Custom code instead of close-with-grace, which ends the process immediately on a second signal.
 * Ctrl-C under `npm start` sends two: from the terminal and from the script that started the server.
 */
function stopOnSignal(running: Running): void {
  let isStopping = false;
  const stopOnce = () => {
    if (isStopping) return;
    isStopping = true;
    void stop(running).then((code) => process.exit(code));
  };
  process.on('SIGINT', stopOnce);
  process.on('SIGTERM', stopOnce);
}

function explain(error: unknown, config: Config): unknown {
  const { port, host } = config;
  if (error instanceof AppError && error.code === 'sessions.password_too_common') {
    const problem = `is among the ${error.details.commonest} most common passwords`;
    return new ConfigError([
      { variable: 'ADMIN_PASSWORD', problem, example: 'correct-horse-battery' },
    ]);
  }
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') return portInUse(config);
  if (code === 'EACCES' && port < FIRST_FREE_PORT) {
    const problem = `${port} may only be used by root`;
    return new ConfigError([{ variable: 'PORT', problem, example: '8787' }]);
  }
  if (code === 'ENOTFOUND' || code === 'EADDRNOTAVAIL') {
    const problem = `${host} is not an address of this machine`;
    return new ConfigError([{ variable: 'HOST', problem, example: '0.0.0.0' }]);
  }
  return error;
}

main().catch((error: unknown) => {
  complain(error instanceof StartError ? error.message : String(error));
  if (!(error instanceof StartError) && error instanceof Error) complain(error.stack ?? '');
  process.exit(1);
});
