import { describe, expect, it } from 'vitest';
import { firstSteps, type StepFacts } from './first-steps.ts';

const MOUNT = { mount_path: '/files', is_active: 1, last_used: null } as const;
const NEW: StepFacts = {
  stats: { totalPastes: 0, totalFiles: 0, totalApiKeys: 0 },
  mounts: [MOUNT],
  uploadLimitMegabytes: 100,
};
const done = (facts: Partial<StepFacts>) =>
  firstSteps({ ...NEW, ...facts })
    .filter(({ isDone }) => isDone)
    .map(({ name }) => name);

describe('the first steps of an administrator', () => {
  it('are all open on a new installation', () => {
    expect(firstSteps(NEW)).toHaveLength(4);
    expect(done({})).toEqual([]);
  });

  it('are each done by what was done', () => {
    expect(done({ stats: { ...NEW.stats, totalFiles: 1 } })).toEqual(['share']);
    expect(done({ stats: { ...NEW.stats, totalPastes: 1 } })).toEqual(['share']);
    expect(done({ mounts: [{ ...MOUNT, last_used: '2026-01-01T00:00:00Z' }] })).toEqual(['files']);
    expect(done({ uploadLimitMegabytes: 2048 })).toEqual(['limit']);
    expect(done({ stats: { ...NEW.stats, totalApiKeys: 1 } })).toEqual(['person']);
  });

  it('lead into the first mount that can be used, and to all where there is none', () => {
    const splat = (mounts: StepFacts['mounts']) =>
      firstSteps({ ...NEW, mounts }).find(({ name }) => name === 'files')?.link.params;
    const off = { ...MOUNT, mount_path: '/off', is_active: 0 } as const;
    expect(splat([off, { ...MOUNT, mount_path: '/team/照片' }])).toEqual({ _splat: 'team/照片' });
    expect(splat([])).toEqual({ _splat: '' });
  });
});
