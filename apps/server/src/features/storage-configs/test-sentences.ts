import type { Language } from '@satchel/api-client/messages';
import type { StorageFailure, StorageProblem } from '#object-store/diagnosis/storage-failure.ts';

/** Problem and its cure; `{name}` is replaced. */
const PROBLEMS: Record<Language, Record<StorageProblem, readonly [string, string]>> = {
  en: {
    unreachable: [
      'The storage does not answer at {endpoint} ({code})',
      'Check the endpoint’s name and port, and that a firewall lets this server through.',
    ],
    no_name: [
      'There is no server with the name in {endpoint} ({code})',
      'Check the endpoint’s name; where the storage has no name for every bucket, switch path style on.',
    ],
    no_tls: [
      'What answers at {endpoint} does not speak https ({code})',
      'Write http:// where the storage has no certificate, or check the port.',
    ],
    tls: [
      'The storage’s certificate is not accepted ({code})',
      'Use a certificate that is valid for this name, or add its authority with NODE_EXTRA_CA_CERTS.',
    ],
    timeout: [
      'The storage did not answer within 10 seconds',
      'Check the endpoint and the network, or try again when the storage is less busy.',
    ],
    not_s3: [
      'What answers at {endpoint} does not speak S3',
      'Enter the address of the S3 interface; the console and the web page have others.',
    ],
    no_bucket: [
      'There is no bucket {bucket} ({code})',
      'Create it, or mend its name; where it exists, switch path style on or off.',
    ],
    denied: [
      'The key may not do this ({code})',
      'Give the key the right to list, read, write and delete in {bucket}.',
    ],
    unknown_key: ['The storage does not know this access key id', 'Copy the access key id anew.'],
    wrong_secret: [
      'The storage refuses the signature',
      'Enter the secret key anew; if it is right, check the region and path style.',
    ],
    clock: [
      'The clocks of server and storage differ too much',
      'Set this server’s clock by a time server (NTP).',
    ],
    wrong_region: [
      'The bucket is in another region or at another endpoint ({code})',
      'Enter the region and the endpoint of the bucket.',
    ],
    unsupported: [
      'The storage does not support this ({code})',
      'Update the storage, or use another.',
    ],
    full: ['The storage has no space left ({code})', 'Free some space or raise the quota.'],
    unknown: [
      'The storage answered with an error ({code})',
      'Look this code up in the storage’s documentation or log.',
    ],
  },
  zh: {
    unreachable: [
      '无法连接 {endpoint}（{code}）',
      '请检查端点的域名和端口，以及防火墙是否允许本服务器访问。',
    ],
    no_name: [
      '找不到 {endpoint} 中的主机（{code}）',
      '请检查端点的域名；如果存储服务没有为每个存储桶提供域名，请启用路径样式。',
    ],
    no_tls: [
      '{endpoint} 不支持 https（{code}）',
      '如果存储服务没有证书，请改用 http://，或检查端口。',
    ],
    tls: [
      '存储服务的证书不受信任（{code}）',
      '请使用与该域名匹配的有效证书，或通过 NODE_EXTRA_CA_CERTS 添加其签发机构。',
    ],
    timeout: ['存储服务在 10 秒内没有响应', '请检查端点和网络，或在存储服务空闲时重试。'],
    not_s3: ['{endpoint} 提供的不是 S3 接口', '请填写 S3 接口的地址，而不是控制台或网页的地址。'],
    no_bucket: [
      '存储桶 {bucket} 不存在（{code}）',
      '请创建存储桶或更正名称；如果确实存在，请切换路径样式开关。',
    ],
    denied: ['密钥没有权限（{code}）', '请授予该密钥在 {bucket} 中列出、读取、写入和删除的权限。'],
    unknown_key: ['存储服务不认识该访问密钥 ID', '请重新复制访问密钥 ID。'],
    wrong_secret: ['存储服务拒绝了签名', '请重新填写私有密钥；如果无误，请检查区域和路径样式。'],
    clock: ['服务器与存储服务的时钟相差过大', '请通过时间服务器（NTP）校准本服务器的时钟。'],
    wrong_region: ['存储桶位于其他区域或端点（{code}）', '请填写存储桶所在的区域和端点。'],
    unsupported: ['存储服务不支持该操作（{code}）', '请升级存储服务或改用其他服务。'],
    full: ['存储空间不足（{code}）', '请清理空间或提高配额。'],
    unknown: ['存储服务返回错误（{code}）', '请在存储服务的文档或日志中查找该代码。'],
  },
};

const EN = {
  skipped: 'Not checked',
  skippedNote: 'Mend the reading of the bucket first.',
  readOk: 'The bucket can be listed.',
  writeOk: 'A small object was written, read and deleted again.',
  deleteFailed: 'A small object was written but could not be deleted ({code})',
  deleteMend: 'Give the key the right to delete, and remove {key} yourself.',
  rangeOk: 'Parts of a file can be read, so videos can be wound and downloads resumed.',
  rangeIgnored: 'The storage ignores the Range header',
  rangeMend: 'Downloads work but cannot be resumed; check a proxy in front of the storage.',
  multipartOk: 'Large files can be uploaded in parts.',
  clockOk: 'The clocks of server and storage agree.',
  clockUnknown: 'The storage does not tell its time, so it was not compared.',
  clockOff: 'The clocks of server and storage differ by {seconds} seconds',
  clockMend:
    'Set both by a time server (NTP); from 15 minutes on the storage refuses every request.',
  corsOk: 'Pages of {origin} may upload to this bucket.',
  corsSameOrigin: 'The storage has the address of this page, so it needs no CORS rules.',
  corsMixed: 'The page is on https but the storage on http, so browsers block it',
  corsMixedMend: 'Give the storage an https address, for browsers as its public endpoint.',
  corsStatus: 'The storage refuses the preflight of a browser ({code})',
  corsOrigin: 'The storage does not allow pages of {origin}',
  corsMethod: 'The storage does not allow pages to PUT',
  corsHeaders: 'The storage does not allow pages to send {headers}',
  corsEtag: 'The storage does not let pages read the ETag',
  corsMend:
    'Apply the CORS rules from here, or allow in the storage’s console: origin {origin}, methods GET, HEAD and PUT, headers *, exposed header ETag.',
  step1: 'Sign a URL',
  step2: 'Upload as a browser',
  step3: 'Download as a browser',
  stepOk: 'Worked',
  stepUnsigned: 'No URL can be made of this endpoint',
  stepUnsignedMend:
    'Check the endpoint; where it is a plain IP address, path style must be switched on.',
  stepBlocked: 'A browser does not send this, because CORS does not allow it',
  stepDiffers: 'The downloaded file differs from the uploaded one',
  stepDiffersMend: 'Check a proxy or CDN in front of the storage.',
  ownAddress:
    'This server cannot reach its own address {origin}; where browsers can, uploads work.',
  browserOk: 'Uploading and downloading work as in a browser.',
  allWell: 'Everything works.',
  mendAndRepeat: 'Mend what is named above, then test again.',
};

type Sentence = keyof typeof EN;

const ZH: Record<Sentence, string> = {
  skipped: '未检查',
  skippedNote: '请先解决读取存储桶的问题。',
  readOk: '可以列出存储桶内容。',
  writeOk: '已写入、读取并删除一个小对象。',
  deleteFailed: '已写入一个小对象，但无法删除（{code}）',
  deleteMend: '请授予密钥删除权限，并手动删除 {key}。',
  rangeOk: '可以读取文件的一部分，视频可拖动，下载可续传。',
  rangeIgnored: '存储服务忽略了 Range 请求头',
  rangeMend: '可以下载但无法续传，请检查存储服务前的代理。',
  multipartOk: '可以分片上传大文件。',
  clockOk: '服务器与存储服务的时钟一致。',
  clockUnknown: '存储服务没有提供时间，因此未做比较。',
  clockOff: '服务器与存储服务的时钟相差 {seconds} 秒',
  clockMend: '请通过时间服务器（NTP）校准；相差达到 15 分钟时存储服务会拒绝所有请求。',
  corsOk: '来自 {origin} 的页面可以上传到该存储桶。',
  corsSameOrigin: '存储服务与页面地址相同，不需要跨域（CORS）规则。',
  corsMixed: '页面使用 https，而存储服务使用 http，浏览器会阻止访问',
  corsMixedMend: '请为存储服务配置 https 地址，并填写为公开端点。',
  corsStatus: '存储服务拒绝了浏览器的预检请求（{code}）',
  corsOrigin: '存储服务不允许来自 {origin} 的页面',
  corsMethod: '存储服务不允许页面使用 PUT',
  corsHeaders: '存储服务不允许页面发送 {headers}',
  corsEtag: '存储服务不允许页面读取 ETag',
  corsMend:
    '请在此应用跨域（CORS）规则，或在存储服务的控制台中允许：来源 {origin}，方法 GET、HEAD 和 PUT，请求头 *，暴露响应头 ETag。',
  step1: '生成签名链接',
  step2: '模拟浏览器上传',
  step3: '模拟浏览器下载',
  stepOk: '成功',
  stepUnsigned: '无法用该端点生成链接',
  stepUnsignedMend: '请检查端点；如果是 IP 地址，必须启用路径样式。',
  stepBlocked: '跨域（CORS）规则不允许，浏览器不会发送该请求',
  stepDiffers: '下载的文件与上传的不一致',
  stepDiffersMend: '请检查存储服务前的代理或 CDN。',
  ownAddress: '本服务器无法访问自己的地址 {origin}；只要浏览器可以访问，上传就能正常工作。',
  browserOk: '浏览器上传和下载均正常。',
  allWell: '一切正常。',
  mendAndRepeat: '请按上述提示处理后重新测试。',
};

type Details = Readonly<Record<string, string | number>>;

/** Result of a check: `note` states the meaning, or the cure of the `error`. */
export interface Finding {
  readonly success: boolean;
  readonly error: string | null;
  readonly note: string;
}

/** Words findings in the caller's language. */
export interface Speaker {
  say(sentence: Sentence): string;
  passed(note: Sentence): Finding;
  failed(error: Sentence, note: Sentence, details?: Details): Finding;
  failedBy(failure: StorageFailure): Finding;
}

/** @param details of the whole test, such as the bucket's name */
export function createSpeaker(language: Language, details: Details): Speaker {
  const sentences = language === 'zh' ? ZH : EN;
  const say = (sentence: Sentence) => fill(sentences[sentence], details);
  return {
    say,
    passed: (note) => ({ success: true, error: null, note: say(note) }),
    failed(error, note, more = {}) {
      const all = { ...details, ...more };
      return {
        success: false,
        error: fill(sentences[error], all),
        note: fill(sentences[note], all),
      };
    },
    failedBy({ problem, code }) {
      const [error, note] = PROBLEMS[language][problem];
      const all = { ...details, code };
      return { success: false, error: fill(error, all), note: fill(note, all) };
    },
  };
}

function fill(sentence: string, details: Details): string {
  return sentence.replace(/\{(\w+)\}/g, (_, name: string) => String(details[name] ?? ''));
}
