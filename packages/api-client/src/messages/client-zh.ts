import type { ClientErrorCode } from '../errors.ts';

/** Chinese sentences for errors of the client itself. */
export const clientZh: Record<ClientErrorCode, string> = {
  'client.cancelled': '请求已取消',
  'client.timeout': '请求超时，服务器响应时间过长',
  'client.network': '网络连接失败，请检查网络设置',
  'client.invalid_reply': '请求失败：无法读取响应',
  'client.source_changed': '文件在读取过程中发生了变化',
  'client.wrong_base_url':
    '“{baseUrl}”不是 Satchel 服务器：请填写以 http:// 或 https:// 开头、不含 /api 的地址',
  'client.redirected': '服务器重定向到了其他地址，请改用正确的服务器地址：{location}',
  'client.upload_engine_missing': '上传需要安装 @satchel/multipart-uploader 包',

  'upload.part_failed': '部分分片上传失败',
  'upload.missing_etag': '未获取到 ETag：存储的 CORS 规则须公开该响应头',
  'upload.create_failed': '初始化分片上传失败',
  'upload.sign_failed': '刷新预签名 URL 失败',
  'upload.list_failed': '获取已上传分片列表失败',
  'upload.complete_failed': '完成分片上传失败',
  'upload.no_such_upload': '该上传已不存在',
  'upload.size_mismatch': '存储的文件大小不一致',
  'upload.file_too_large': '文件过大',
  'upload.file_unreadable': '文件已修改或无法读取',
};
