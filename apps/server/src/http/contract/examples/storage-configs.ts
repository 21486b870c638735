import {
  applyStorageCors,
  createStorageConfig,
  deleteStorageConfig,
  getStorageConfig,
  listStorageConfigs,
  setDefaultStorageConfig,
  testStorageConfig,
  updateStorageConfig,
} from '@satchel/api-client/contract/storage-configs';
import { example } from './example.ts';

const config = {
  id: '6a7b8c9d-0e1f-4a2b-8c3d-4e5f6a7b8c9d',
  name: 'Archive',
  provider_type: 'Cloudflare R2',
  endpoint_url: 'https://0123456789abcdef.r2.cloudflarestorage.com',
  public_endpoint_url: null,
  bucket_name: 'archive',
  region: 'auto',
  access_key_id: 'AKIA****WXYZ',
  secret_access_key: null,
  has_secret: true,
  path_style: 1,
  default_folder: 'shares',
  is_public: 1,
  is_default: 0,
  is_embedded: 0,
  total_storage_bytes: 10_737_418_240,
  custom_host: null,
  signature_expires_in: 3600,
  created_at: '2026-06-01T09:00:00.000Z',
  updated_at: '2026-06-01T09:00:00.000Z',
  last_used: null,
  admin_id: '0f8e7d6c-5b4a-4392-8170-6f5e4d3c2b1a',
} as const;

const passed = (note: string) => ({ success: true, error: null, note });
const step = (name: string, duration: number) => ({ ...passed('Works'), name, duration });

export const storageConfigExamples = [
  example(listStorageConfigs, { reply: [config] }),
  example(getStorageConfig, { reply: config }),
  example(createStorageConfig, {
    body: {
      name: 'Archive',
      provider_type: 'Cloudflare R2',
      endpoint_url: 'https://0123456789abcdef.r2.cloudflarestorage.com',
      bucket_name: 'archive',
      region: 'auto',
      access_key_id: 'AKIAEXAMPLEWXYZ',
      secret_access_key: 'the secret that belongs to it',
      default_folder: 'shares',
      is_public: true,
    },
    reply: config,
  }),
  example(updateStorageConfig, { body: { name: 'Old archive', is_public: false } }),
  example(deleteStorageConfig, {}),
  example(setDefaultStorageConfig, {}),
  example(testStorageConfig, {
    reply: {
      success: true,
      result: {
        read: {
          ...passed('The bucket can be listed'),
          objectCount: 1,
          firstObjects: [
            { key: 'shares/report.pdf', size: 52_341, lastModified: '2026-06-01T09:00:00.000Z' },
          ],
        },
        write: { ...passed('Objects can be written'), uploadTime: 84, cleaned: true },
        cors: {
          ...passed('Pages of this server may upload'),
          statusCode: 200,
          allowOrigin: 'https://share.example.org',
          allowMethods: 'GET, HEAD, PUT',
          allowHeaders: '*',
          maxAge: '86400',
          uploadSupported: true,
        },
        frontendSim: {
          ...passed('Uploads and downloads by presigned URL work'),
          steps: {
            step1: step('Preflight', 21),
            step2: step('Upload', 64),
            step3: step('Download', 33),
          },
          totalDuration: 118,
        },
        range: passed('Parts of a file can be read'),
        multipart: passed('Files can be uploaded in parts'),
        clock: { ...passed('The clocks agree'), skewSeconds: 0 },
        conditionalWrites: true,
        connectionInfo: {
          bucket: 'archive',
          endpoint: 'https://0123456789abcdef.r2.cloudflarestorage.com',
          region: 'auto',
          pathStyle: true,
          provider: 'Cloudflare R2',
          defaultFolder: 'shares',
          customHost: null,
          signatureExpiresIn: 3600,
        },
        globalNote: 'Everything works',
      },
    },
  }),
  example(applyStorageCors, { reply: { allowed_origins: ['https://share.example.org'] } }),
];
