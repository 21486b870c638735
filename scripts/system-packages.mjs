// Programs that the tests need from the system. Debian's package manager installs missing ones.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';

const CHROMIUM_PATHS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

export function installChromium() {
  if (process.env.CHROMIUM_PATH || CHROMIUM_PATHS.some((path) => existsSync(path))) return;
  install(['chromium', 'fonts-noto-cjk']);
}

/** Runs the browser tests in about half the time; without it they run in the whole Chromium. */
export function installHeadlessShell() {
  const isDebian = existsSync('/usr/bin/chromium') && canInstall();
  if (isDebian && !existsSync('/usr/bin/chromium-headless-shell')) {
    install(['chromium-headless-shell']);
  }
}

/** For one smoke test in browsers of other makes each. */
export function installOtherBrowsers() {
  if (!process.env.FIREFOX_PATH && !existsSync('/usr/bin/firefox-esr')) install(['firefox-esr']);
  // It wants a display, which machines that test have none of.
  const webKit = ['/usr/bin/WebKitWebDriver', '/usr/bin/xvfb-run'];
  if (!webKit.every((path) => existsSync(path))) install(['webkit2gtk-driver', 'xvfb']);
}

/** The suites start a private server of their own, so no service is wanted. */
export function installPostgres() {
  const folder = '/usr/lib/postgresql';
  if (existsSync(folder) && readdirSync(folder).length > 0) return;
  install(['postgresql']);
}

/** Programs that speak WebDAV, and the suite that tries every server of it. */
export function installWebdavClients() {
  const programs = {
    litmus: '/usr/libexec/litmus/basic',
    rclone: '/usr/bin/rclone',
    cadaver: '/usr/bin/cadaver',
    davfs2: '/usr/sbin/mount.davfs',
  };
  installMissing(programs);
}

/** Programs that unpack the archives that the server makes. */
export function installArchivers() {
  installMissing({
    unzip: '/usr/bin/unzip',
    'p7zip-full': '/usr/bin/7z',
    'libarchive-tools': '/usr/bin/bsdtar',
    'python3-minimal': '/usr/bin/python3',
  });
}

/** The proxies whose configuration the documentation shows, and what tests run beside them. */
export function installProxies() {
  installMissing({
    nginx: '/usr/sbin/nginx',
    caddy: '/usr/bin/caddy',
    // Their certificates, and a replica whose clock is off.
    openssl: '/usr/bin/openssl',
    faketime: '/usr/bin/faketime',
  });
}

/** @param {Readonly<Record<string, string>>} programs a file of each package */
function installMissing(programs) {
  const missing = Object.keys(programs).filter((name) => !existsSync(programs[name]));
  if (missing.length > 0) install(missing);
}

function canInstall() {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
}

function install(packages) {
  if (!canInstall()) {
    process.stdout.write(`Not installed, so their tests are left out: ${packages.join(', ')}\n`);
    return;
  }
  process.stdout.write(`Installing ${packages.join(', ')} …\n`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'ignore', env });
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env,
  });
}
