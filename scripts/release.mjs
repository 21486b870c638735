// npm run release: publishes what `npm run version` has given a new version (docs/releasing.md).
import { spawnSync } from 'node:child_process';
import './assert-publishable.mjs';
import { ensureInstalled, fail, root, run } from './setup.mjs';

const git = (...args) =>
  spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout?.trim() ?? '';

if (git('status', '--porcelain'))
  fail('Commit or put away what is changed: releases are of commits.');
if (git('rev-parse', '--abbrev-ref', 'HEAD') !== 'main') fail('Releases are made from main.');
ensureInstalled();
run('changeset', ['publish']);
