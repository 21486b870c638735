import { beforeEach, describe, expect, it, vi } from 'vitest';

const KEY_INFO = { id: '7', name: 'team', basic_path: '/team' };

/** Imports the module again, because the store reads storage only once, at startup. */
async function load() {
  vi.resetModules();
  return import('./session-store.ts');
}

beforeEach(() => localStorage.clear());

describe('SPEC 3, 4: the session and what the browser keeps of it', () => {
  it('starts from a stored admin token', async () => {
    localStorage.setItem('admin_token', 't');
    const store = await load();
    expect(store.getSession()).toEqual({ kind: 'admin', token: 't' });
    expect(store.getLastValidatedAtMs()).toBeNull();
  });

  it('starts from a stored key with its permissions and info', async () => {
    localStorage.setItem('api_key', 'k');
    localStorage.setItem('api_key_permissions', '3');
    localStorage.setItem('api_key_info', JSON.stringify(KEY_INFO));
    const store = await load();
    expect(store.getSession()).toEqual({
      kind: 'apiKey',
      key: 'k',
      permissions: 3,
      keyInfo: KEY_INFO,
    });
  });

  it('takes a key without readable info for no key', async () => {
    localStorage.setItem('api_key', 'k');
    localStorage.setItem('api_key_info', '{broken');
    expect((await load()).getSession()).toEqual({ kind: 'none' });
  });

  it('shows another tab no key with the permissions of the one before', async () => {
    const store = await load();
    store.setSession({ kind: 'apiKey', key: 'old', permissions: 7, keyInfo: KEY_INFO }, 1);
    const write = Storage.prototype.setItem;
    const seen: unknown[] = [];
    const spy = vi.spyOn(Storage.prototype, 'setItem').mockImplementation((name, value) => {
      write.call(localStorage, name, value);
      seen.push([localStorage.getItem('api_key'), localStorage.getItem('api_key_permissions')]);
    });
    store.setSession({ kind: 'apiKey', key: 'new', permissions: 1, keyInfo: KEY_INFO }, 2);
    spy.mockRestore();
    expect(seen.at(-1)).toEqual(['new', '1']);
    expect(seen).not.toContainEqual(['new', '7']);
    expect(seen).not.toContainEqual(['old', '1']);
  });

  it('ends a log-out as a log-out, also where another request is refused meanwhile', async () => {
    const store = await load();
    store.setSession({ kind: 'admin', token: 't' }, 1);
    const reasons: string[] = [];
    store.onLogout((reason) => reasons.push(reason));
    await store.endSessionAfter(async () => store.endSession('adminTokenExpired'));
    expect([reasons, store.getSession()]).toEqual([['logout'], { kind: 'none' }]);
  });

  it('stores one kind of credential at a time', async () => {
    const store = await load();
    store.setSession({ kind: 'admin', token: 't' }, 1);
    store.setSession({ kind: 'apiKey', key: 'k', permissions: 1, keyInfo: KEY_INFO }, 2);
    expect(localStorage.getItem('admin_token')).toBeNull();
    expect(localStorage.getItem('api_key')).toBe('k');
    expect(store.getLastValidatedAtMs()).toBe(2);
  });

  it('clears every credential at logout and says why, once', async () => {
    const store = await load();
    const reasons: string[] = [];
    store.onLogout((reason) => reasons.push(reason));
    store.setSession({ kind: 'apiKey', key: 'k', permissions: 1, keyInfo: KEY_INFO }, 1);
    store.endSession('apiKeyInvalid');
    store.endSession('apiKeyInvalid');
    expect(reasons).toEqual(['apiKeyInvalid']);
    expect(localStorage.length).toBe(0);
  });

  it('tells the first listener of a session that a guard had ended before', async () => {
    localStorage.setItem('admin_token', 't');
    const store = await load();
    store.endSession('adminTokenExpired');
    const reasons: string[] = [];
    store.onLogout((reason) => reasons.push(reason));
    store.onLogout((reason) => reasons.push(`second ${reason}`));
    expect(reasons).toEqual(['adminTokenExpired']);
  });
});
