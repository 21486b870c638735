import type { ErrorCode } from '../errors.ts';

/** One Chinese sentence a code, with the phrases that older clients look for (CONTRACT F0.5). */
export const zh: Record<ErrorCode, string> = {
  'request.invalid': '请求参数无效：{problem}',
  'request.malformed': '无法解析请求内容',
  'request.not_found': '请求的地址不存在',
  'request.length_required': '缺少上传内容的长度',
  'request.too_large': '请求内容过大',
  'request.unsupported_type': '不支持的内容类型',
  'request.range_not_satisfiable': '请求的范围超出文件大小',
  'request.headers_too_large': '请求头过大',

  'auth.required': '未授权访问，请登录后重试',
  'auth.invalid': '认证失败，凭据无效或已过期',
  'auth.forbidden': '无权访问，您可能没有执行此操作的权限',
  'auth.admin_required': '只有管理员可以执行此操作',
  'auth.outside_base_path': '无权访问，该路径超出密钥的使用范围',
  'auth.throttled': '失败次数过多，请在 {seconds} 秒后重试',

  'sessions.wrong_credentials': '用户名或密码错误',

  'shares.slug_invalid': '链接后缀只能包含字母、数字、横线和下划线，最多 50 个字符',
  'shares.slug_reserved': '该链接后缀为系统保留，请更换其他后缀',
  'shares.slug_taken': '链接后缀已被占用，请更换其他后缀',
  'shares.expiry_invalid': '过期时间必须是将来的时间',
  'shares.max_views_invalid': '查看次数必须是不小于 0 的整数',

  'text_shares.not_found': '文本分享不存在',
  'text_shares.expired': '文本分享已过期',
  'text_shares.used_up': '文本分享已达到最大查看次数',
  'text_shares.password_required': '该文本分享需要密码',
  'text_shares.wrong_password': '密码错误',
  'text_shares.no_password': '该文本分享没有设置密码',
  'text_shares.content_empty': '内容不能为空',
  'text_shares.content_too_large': '内容过大，最多允许 10 MiB',

  'file_shares.not_found': '文件不存在',
  'file_shares.expired': '文件分享已过期',
  'file_shares.used_up': '文件分享已达到最大查看次数',
  'file_shares.password_required': '该文件需要密码',
  'file_shares.wrong_password': '密码不正确',
  'file_shares.no_password': '该文件没有设置密码',
  'file_shares.too_large': '文件过大，最多允许 {maxMegabytes} MB',
  'file_shares.file_missing': '表单中必须有且只有一个文件',
  'file_shares.not_uploaded': '文件尚未上传到存储',
  'file_shares.size_mismatch': '存储中的文件大小与声明不符',
  'file_shares.etag_mismatch': '存储中的文件 ETag 与声明不符',
  'file_shares.no_storage': '没有可以使用的存储',
  'file_shares.upload_unknown': '该上传不存在或已经结束',
  'file_shares.parts_invalid': '部分分片缺失或与存储中的内容不符',
  'file_shares.path_invalid': '文件夹路径无效',

  'storage.not_found': '存储配置不存在',
  'storage.insufficient': '存储空间不足：文件大小 {size}，剩余 {remaining}，总容量 {total}',
  'storage.full': '存储空间不足：存储服务没有剩余空间',
  'storage.unavailable': '暂时无法连接存储服务',
  'storage.timeout': '存储服务响应超时',

  'settings.not_found': '设置项不存在',
  'settings.group_not_found': '设置分组不存在',
  'settings.value_invalid': '设置值无效',

  'server.internal': '服务器内部错误',
  'server.unavailable': '服务器繁忙或正在关闭，请稍后重试',
};
