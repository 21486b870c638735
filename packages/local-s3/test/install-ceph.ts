import { spawnSync } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';

const PROGRAMS = ['radosgw', 'radosgw-admin', 'ceph-mon', 'ceph-osd', 'ceph', 'monmaptool'];
const PACKAGES = ['radosgw', 'ceph-mon', 'ceph-osd', 'ceph-common'];
const INSTALL_TIMEOUT_MS = 300_000;
const START_POLICY = '/usr/sbin/policy-rc.d';

/** Installs Ceph. Returns the reason if that fails; undefined if its programs are installed. */
export function installCeph(): string | undefined {
  if (hasPrograms()) return undefined;
  if (process.getuid?.() !== 0) return 'not installed, and only root may install it';
  if (!existsSync('/etc/debian_version')) return 'not installed, and this is not Debian';
  // Prevents the packages from starting services on the computer that runs the tests.
  const makesPolicy = !existsSync(START_POLICY);
  if (makesPolicy) writeFileSync(START_POLICY, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  try {
    aptGet(['update', '-qq']);
    aptGet(['install', '-y', '-qq', '--no-install-recommends', ...PACKAGES]);
  } finally {
    if (makesPolicy) rmSync(START_POLICY);
  }
  return hasPrograms() ? undefined : 'apt-get could not install it';
}

function hasPrograms(): boolean {
  return PROGRAMS.every((name) => spawnSync('which', [name]).status === 0);
}

function aptGet(parameters: readonly string[]): void {
  spawnSync('apt-get', parameters, {
    stdio: 'ignore',
    timeout: INSTALL_TIMEOUT_MS,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
}
