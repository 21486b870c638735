import { DEFAULT_MAX_UPLOAD_MEGABYTES } from '@satchel/api-client/contract/limits';

/** Setting that the product knows (CONTRACT F2). */
export interface SettingDefinition {
  readonly key: string;
  readonly group: 1 | 2 | 3 | 4;
  readonly type: 'number' | 'bool' | 'select' | 'text' | 'textarea';
  readonly default: string;
  readonly description: string;
  readonly options?: readonly string[];
  /** True if anonymous visitors may read it, because public pages need it (CONTRACT A4). */
  readonly isPublic: boolean;
}

const define = <Key extends string>(
  key: Key,
  group: SettingDefinition['group'],
  type: SettingDefinition['type'],
  defaultValue: string,
  description: string,
  more: Partial<Pick<SettingDefinition, 'options' | 'isPublic'>> = {},
): SettingDefinition & { readonly key: Key } => ({
  key,
  group,
  type,
  default: defaultValue,
  description,
  isPublic: group === 2 || group === 4,
  ...more,
});

const FILE_NAMING = ['overwrite', 'random_suffix'];
const WEBDAV_MODES = ['direct', 'multipart'];
const TEXT_TYPES =
  'txt,htm,html,xml,java,properties,sql,js,md,json,conf,ini,vue,php,py,bat,yml,go,sh,c,cpp,h,hpp,' +
  'tsx,vtt,srt,ass,rs,lrc,dockerfile,makefile,gitignore,license,readme';

/** Every setting with its default, in the order of its group (CONTRACT F2, A5). */
export const SETTINGS = [
  define(
    'max_upload_size',
    1,
    'number',
    String(DEFAULT_MAX_UPLOAD_MEGABYTES),
    'Largest upload in MB',
    { isPublic: true },
  ),
  define('default_use_proxy', 1, 'bool', 'false', 'Serve new file shares through the server', {
    isPublic: true,
  }),
  define(
    'file_naming_strategy',
    1,
    'select',
    'overwrite',
    'A name that exists already in a mount',
    {
      options: FILE_NAMING,
    },
  ),
  define('resumable_uploads', 1, 'bool', 'true', 'Resumable uploads by the IETF draft'),
  define('proxy_sign_all', 1, 'bool', 'true', 'Sign the proxy URLs of all mounts'),
  define('proxy_sign_expires', 1, 'number', '0', 'Lifetime of proxy URLs in seconds, 0 for ever'),
  define(
    'audit_retention_days',
    1,
    'number',
    '365',
    'Days that the audit log goes back, 0 for ever',
  ),
  define('preview_text_types', 2, 'textarea', TEXT_TYPES, 'Extensions shown as text'),
  define(
    'preview_image_types',
    2,
    'textarea',
    'jpg,tiff,jpeg,png,gif,bmp,svg,ico,swf,webp,avif',
    'Extensions shown as images',
  ),
  define(
    'preview_audio_types',
    2,
    'textarea',
    'mp3,flac,ogg,m4a,wav,opus,wma',
    'Extensions played as audio',
  ),
  define(
    'preview_video_types',
    2,
    'textarea',
    'mp4,mkv,avi,mov,rmvb,webm,flv,m3u8,ts,m2ts',
    'Extensions played as video',
  ),
  define(
    'preview_office_types',
    2,
    'textarea',
    'doc,docx,xls,xlsx,ppt,pptx,rtf',
    'Extensions shown by an office viewer',
  ),
  define('preview_document_types', 2, 'textarea', 'pdf', 'Extensions shown as documents'),
  define('webdav_upload_mode', 3, 'select', 'multipart', 'How WebDAV stores files', {
    options: WEBDAV_MODES,
  }),
  define('site_title', 4, 'text', 'Satchel', 'Title of the site'),
  define('site_favicon_url', 4, 'text', '', 'Address of the icon'),
  define('site_accent_color', 4, 'text', '', 'Accent colour as #rrggbb, empty for the own one'),
  define('site_announcement_enabled', 4, 'bool', 'false', 'Show the announcement'),
  define('site_announcement_content', 4, 'textarea', '', 'Announcement in Markdown'),
  define(
    'site_footer_markdown',
    4,
    'textarea',
    '© 2026 Satchel',
    'Footer in Markdown, empty for none',
  ),
  define('site_custom_head', 4, 'textarea', '', 'HTML added to the head'),
  define('site_custom_body', 4, 'textarea', '', 'HTML added to the body'),
  define('site_security_contact', 4, 'text', '', 'Whom to tell of a security hole'),
] as const;

export type SettingKey = (typeof SETTINGS)[number]['key'];
