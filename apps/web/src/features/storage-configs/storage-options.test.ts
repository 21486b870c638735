import { newStorageConfig } from '@satchel/api-client/contract/storage-config-shapes';
import { STORAGE_PRESETS } from '@satchel/api-client/contract/storage-presets';
import { describe, expect, it } from 'vitest';
import {
  changesOf,
  gapsOf,
  isElsewhere,
  NEW_STORAGE,
  newStorageOf,
  problemsOf,
  withPreset,
  withRegion,
} from './storage-options.ts';

const STORAGE = {
  ...NEW_STORAGE,
  name: 'Photos',
  provider: 'Garage',
  endpoint: 'http://garage.example:3900',
  bucket: 'photos',
  accessKeyId: 'GK1',
  secretAccessKey: 'secret',
};

describe('a storage in its form', () => {
  it('is sent as the server takes it', () => {
    const body = newStorageOf({ ...STORAGE, capacityGigabytes: '2' });
    expect(newStorageConfig.safeParse(body).success).toBe(true);
    expect(body).toMatchObject({ total_storage_bytes: 2 * 1024 ** 3, secret_access_key: 'secret' });
  });

  it('never sends the address and credentials of the built-in store', () => {
    expect(changesOf(STORAGE, true)).not.toHaveProperty('endpoint_url');
    expect(changesOf(STORAGE, true)).not.toHaveProperty('secret_access_key');
    expect(changesOf(STORAGE, false)).toHaveProperty('endpoint_url');
  });

  it('gets from its provider what is not filled in yet', () => {
    const garage = withPreset(NEW_STORAGE, 'Garage');
    expect(garage).toMatchObject({ endpoint: 'http://{host}:3900', region: 'garage' });
    const r2 = withPreset(garage, 'Cloudflare R2');
    expect(r2).toMatchObject({ region: 'auto', isPathStyle: true });
    expect(gapsOf(r2.endpoint)).toEqual(['account-id']);
    expect(withPreset(STORAGE, 'Cloudflare R2').endpoint).toBe(STORAGE.endpoint);
  });

  it('has its region in the endpoint where the provider has it there', () => {
    const aws = withPreset(NEW_STORAGE, 'AWS S3');
    const first = withRegion(aws, 'eu-west-1');
    expect(first.endpoint).toBe('https://s3.eu-west-1.amazonaws.com');
    expect(withRegion(first, 'us-east-2').endpoint).toBe('https://s3.us-east-2.amazonaws.com');
    expect(withRegion(STORAGE, 'garage').endpoint).toBe(STORAGE.endpoint);
  });

  it.each(STORAGE_PRESETS.map((preset) => preset.provider_type))(
    'of %s is complete once its gaps are filled',
    (provider) => {
      const filled = withPreset({ ...STORAGE, endpoint: '', region: '' }, provider);
      const endpoint = filled.endpoint.replace(/\{[^}]*\}/g, 'x');
      expect([...problemsOf({ ...filled, endpoint }, false)]).toEqual([]);
    },
  );

  it('is to be tested again when its address or key changes', () => {
    const before = { ...STORAGE, secretAccessKey: '' };
    expect(isElsewhere(before, { ...before, name: 'Others', capacityGigabytes: '5' })).toBe(false);
    expect(isElsewhere(before, { ...before, endpoint: 'http://127.0.0.1' })).toBe(true);
    expect(isElsewhere(before, { ...before, secretAccessKey: 'another' })).toBe(true);
  });

  it('says what is missing', () => {
    expect([...problemsOf(NEW_STORAGE, false)]).toEqual([
      'name',
      'provider',
      'endpoint',
      'bucket',
      'accessKeyId',
      'secretAccessKey',
    ]);
    expect([...problemsOf({ ...STORAGE, secretAccessKey: '' }, true)]).toEqual([]);
    expect([...problemsOf({ ...STORAGE, endpoint: 'https://{host}' }, false)]).toEqual(['gaps']);
    expect([...problemsOf({ ...STORAGE, capacityGigabytes: 'many' }, false)]).toEqual([
      'capacityGigabytes',
    ]);
    expect([...problemsOf({ ...STORAGE, signatureSeconds: 604_801 }, false)]).toEqual([
      'signatureSeconds',
    ]);
  });
});
