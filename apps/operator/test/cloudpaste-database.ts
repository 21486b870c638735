import { createHash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';

/** Tables of CloudPaste 0.7.8, as listed in CONTRACT F10. */
const TABLES = `
CREATE TABLE pastes (id TEXT PRIMARY KEY, slug TEXT UNIQUE, content TEXT, remark TEXT, password TEXT, expires_at DATETIME, max_views INTEGER, views INTEGER DEFAULT 0, created_by TEXT, created_at DATETIME DEFAULT CURRENT_TIMESTAMP, updated_at DATETIME DEFAULT CURRENT_TIMESTAMP);
CREATE TABLE paste_passwords (paste_id TEXT PRIMARY KEY REFERENCES pastes ON DELETE CASCADE, plain_password TEXT, created_at DATETIME DEFAULT CURRENT_TIMESTAMP, updated_at DATETIME DEFAULT CURRENT_TIMESTAMP);
CREATE TABLE admins (id TEXT PRIMARY KEY, username TEXT UNIQUE, password TEXT, created_at DATETIME DEFAULT CURRENT_TIMESTAMP, updated_at DATETIME DEFAULT CURRENT_TIMESTAMP);
CREATE TABLE admin_tokens (token TEXT PRIMARY KEY, admin_id TEXT REFERENCES admins ON DELETE CASCADE, expires_at DATETIME, created_at DATETIME DEFAULT CURRENT_TIMESTAMP);
CREATE TABLE api_keys (id TEXT PRIMARY KEY, name TEXT UNIQUE, key TEXT UNIQUE, permissions INTEGER DEFAULT 0, role TEXT DEFAULT 'GENERAL', basic_path TEXT DEFAULT '/', is_guest INTEGER DEFAULT 0, last_used DATETIME, created_at DATETIME DEFAULT CURRENT_TIMESTAMP, expires_at DATETIME NOT NULL);
CREATE TABLE s3_configs (id TEXT PRIMARY KEY, name TEXT, provider_type TEXT, endpoint_url TEXT, bucket_name TEXT, region TEXT, access_key_id TEXT, secret_access_key TEXT, path_style INTEGER DEFAULT 0, default_folder TEXT DEFAULT '', is_public INTEGER DEFAULT 0, is_default INTEGER DEFAULT 0, total_storage_bytes INTEGER, custom_host TEXT, signature_expires_in INTEGER DEFAULT 3600, created_at DATETIME DEFAULT CURRENT_TIMESTAMP, updated_at DATETIME DEFAULT CURRENT_TIMESTAMP, last_used DATETIME, admin_id TEXT REFERENCES admins ON DELETE CASCADE);
CREATE TABLE files (id TEXT PRIMARY KEY, slug TEXT UNIQUE, filename TEXT, storage_config_id TEXT, storage_type TEXT, storage_path TEXT, file_path TEXT, mimetype TEXT, size INTEGER, etag TEXT, remark TEXT, password TEXT, expires_at DATETIME, max_views INTEGER, views INTEGER DEFAULT 0, use_proxy INTEGER DEFAULT 0, created_by TEXT, created_at DATETIME DEFAULT CURRENT_TIMESTAMP, updated_at DATETIME DEFAULT CURRENT_TIMESTAMP);
CREATE TABLE file_passwords (file_id TEXT PRIMARY KEY REFERENCES files ON DELETE CASCADE, plain_password TEXT, created_at DATETIME DEFAULT CURRENT_TIMESTAMP, updated_at DATETIME DEFAULT CURRENT_TIMESTAMP);
CREATE TABLE system_settings (key TEXT PRIMARY KEY, value TEXT, description TEXT, type TEXT, group_id INTEGER DEFAULT 1, options TEXT, sort_order INTEGER, flags INTEGER, created_at DATETIME DEFAULT CURRENT_TIMESTAMP, updated_at DATETIME DEFAULT CURRENT_TIMESTAMP);
CREATE TABLE storage_mounts (id TEXT PRIMARY KEY, name TEXT, storage_type TEXT, storage_config_id TEXT, mount_path TEXT, remark TEXT, is_active INTEGER, created_by TEXT, sort_order INTEGER, cache_ttl INTEGER, web_proxy INTEGER, webdav_policy TEXT, enable_sign INTEGER, sign_expires INTEGER, created_at DATETIME DEFAULT CURRENT_TIMESTAMP, updated_at DATETIME DEFAULT CURRENT_TIMESTAMP, last_used DATETIME);`;

export const CLOUDPASTE_KEY = 'Ab3dEf6hIj9k';
export const LOST_PASSWORD_SLUG = 'lost-password';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
/** Encodes a text as CloudPaste "encrypts" it. */
const sealed = (text: string) =>
  `encrypted:${sha256(text).slice(0, 8)}:${Buffer.from(text).toString('base64')}`;

/** Writes a database like that of a long-used CloudPaste. */
export function writeCloudPaste(
  path: string,
  s3: {
    readonly endpoint: string;
    readonly bucket: string;
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
  },
): void {
  const database = new DatabaseSync(path);
  database.exec(TABLES);
  const insert = (table: string, row: Readonly<Record<string, string | number | null>>) => {
    const names = Object.keys(row);
    database
      .prepare(`INSERT INTO ${table} (${names.join()}) VALUES (${names.map(() => '?').join()})`)
      .run(...Object.values(row));
  };
  insert('admins', { id: 'admin-1', username: 'boss', password: sha256('admin123') });
  insert('api_keys', {
    ...{ id: 'key-1', name: 'scripts', key: CLOUDPASTE_KEY, permissions: 1 },
    expires_at: '9999-12-31T23:59:59.000Z',
  });
  insert('s3_configs', {
    ...{ id: 'config-1', name: 'My bucket', provider_type: 'Other', endpoint_url: s3.endpoint },
    ...{ bucket_name: s3.bucket, region: 'us-east-1', path_style: 1, is_public: 1, is_default: 1 },
    access_key_id: sealed(s3.accessKeyId),
    secret_access_key: sealed(s3.secretAccessKey),
    ...{ admin_id: 'admin-1', total_storage_bytes: 10737418240 },
  });
  insert('storage_mounts', {
    ...{ id: 'mount-1', name: 'Documents', storage_type: 'S3', storage_config_id: 'config-1' },
    ...{ mount_path: '/files', is_active: 1, created_by: 'admin-1', sort_order: 0 },
    ...{ cache_ttl: 300, web_proxy: 0, webdav_policy: '302_redirect', enable_sign: 0 },
  });
  insert('system_settings', { key: 'site_title', value: 'My old site', group_id: 4 });
  insert('system_settings', { key: 'max_upload_size', value: '250', group_id: 1 });
  insert('system_settings', { key: 'schema_version', value: '17', group_id: 99 });

  const text = { created_by: 'admin-1', views: 3 };
  insert('pastes', {
    ...text,
    id: 'paste-1',
    slug: 'hello',
    content: '# 你好',
    remark: 'Greeting',
  });
  insert('pastes', {
    ...{ ...text, id: 'paste-2', slug: 'secret', content: 'guarded', password: sha256('open') },
    ...{ created_by: 'apikey:key-1', created_at: '2025-05-01T10:00:00.000Z' },
  });
  insert('paste_passwords', { paste_id: 'paste-2', plain_password: 'open' });
  insert('pastes', {
    ...{ ...text, id: 'paste-3', slug: LOST_PASSWORD_SLUG, content: 'lost', password: sha256('?') },
  });
  insert('pastes', {
    ...{ ...text, id: 'paste-4', slug: 'over', content: 'x', expires_at: '2025-01-01 00:00:00' },
  });
  insert('pastes', { ...text, id: 'paste-5', slug: 'upload', content: 'a reserved slug' });

  const file = {
    ...{ storage_config_id: 'config-1', storage_type: 'S3', mimetype: 'text/plain', use_proxy: 1 },
    ...{ created_by: 'admin-1', size: 1 },
  };
  insert('files', {
    ...file,
    id: 'file-1',
    slug: 'report',
    filename: 'report.txt',
    storage_path: 'up/report.txt',
  });
  insert('files', {
    ...{ ...file, id: 'file-2', slug: 'guarded', filename: 'guarded.txt' },
    ...{ storage_path: 'up/guarded.txt', password: sha256('sesame') },
  });
  insert('file_passwords', { file_id: 'file-2', plain_password: 'sesame' });
  insert('files', {
    ...{ ...file, id: 'file-3', slug: 'mounted', filename: 'mounted.txt' },
    ...{ storage_path: 'mounted.txt', file_path: '/files/mounted.txt' },
  });
  insert('files', {
    ...file,
    id: 'file-4',
    slug: 'gone',
    filename: 'gone.txt',
    storage_path: 'up/gone.txt',
  });
  database.close();
}
