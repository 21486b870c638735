/** S3's error codes with the status and the default sentence of each. */
const ERRORS = {
  AccessControlListNotSupported: [400, 'The bucket does not allow ACLs'],
  AccessDenied: [403, 'Access Denied'],
  AccessForbidden: [403, 'CORSResponse: This CORS request is not allowed.'],
  AuthorizationHeaderMalformed: [400, 'The authorization header that you provided is not valid.'],
  AuthorizationQueryParametersError: [400, 'The query-string authorization is not valid.'],
  BadDigest: [400, 'The digest that you specified did not match the received content.'],
  BadRequest: [400, 'An error occurred when parsing the HTTP request.'],
  BucketAlreadyOwnedByYou: [409, 'Your previous request to create the bucket succeeded.'],
  BucketNotEmpty: [409, 'The bucket that you tried to delete is not empty.'],
  EntityTooLarge: [400, 'Your proposed upload exceeds the maximum allowed object size.'],
  EntityTooSmall: [400, 'Your proposed upload is smaller than the minimum allowed object size.'],
  IncompleteBody: [400, 'The request body does not have the length that its headers announce.'],
  InsufficientStorage: [507, 'There is not enough space left to store the object.'],
  InternalError: [500, 'An internal error occurred. Try again.'],
  InvalidAccessKeyId: [403, 'The access key ID that you provided does not exist in our records.'],
  InvalidArgument: [400, 'Invalid Argument'],
  InvalidBucketName: [400, 'The specified bucket is not valid.'],
  InvalidDigest: [400, 'The Content-MD5 or checksum value that you specified is not valid.'],
  InvalidPart: [400, 'One or more of the specified parts could not be found, or its ETag differs.'],
  InvalidPartNumber: [416, 'The requested part number is not satisfiable.'],
  InvalidPartOrder: [400, 'The list of parts was not in ascending order.'],
  InvalidRange: [416, 'The requested range is not satisfiable.'],
  InvalidRequest: [400, 'Invalid Request'],
  InvalidStorageClass: [400, 'The storage class that you specified is not valid.'],
  InvalidURI: [400, 'The specified URI could not be parsed.'],
  KeyTooLongError: [400, 'Your key is too long.'],
  MalformedXML: [400, 'The XML that you provided was not well formed or did not validate.'],
  MaxMessageLengthExceeded: [400, 'Your request was too large.'],
  MetadataTooLarge: [400, 'Your metadata headers exceed the maximum allowed metadata size.'],
  MethodNotAllowed: [405, 'The specified method is not allowed against this resource.'],
  MissingContentLength: [411, 'You must provide the Content-Length HTTP header.'],
  NoSuchBucket: [404, 'The specified bucket does not exist.'],
  NoSuchCORSConfiguration: [404, 'The CORS configuration does not exist.'],
  NoSuchKey: [404, 'The specified key does not exist.'],
  NoSuchUpload: [404, 'The specified multipart upload does not exist.'],
  NotImplemented: [
    501,
    'A header or query parameter implies functionality that is not implemented.',
  ],
  NotModified: [304, 'Not Modified'],
  PreconditionFailed: [412, 'At least one of the preconditions that you specified did not hold.'],
  RequestTimeTooSkewed: [403, 'The difference between the request time and our time is too large.'],
  SignatureDoesNotMatch: [403, 'The request signature that we calculated does not match yours.'],
  XAmzContentSHA256Mismatch: [400, 'The x-amz-content-sha256 header does not match the content.'],
} as const satisfies Record<string, readonly [number, string]>;

export type S3ErrorCode = keyof typeof ERRORS;

export class S3Error extends Error {
  readonly code: S3ErrorCode;
  readonly status: number;
  /** Further elements of the reply, e.g. `{ ArgumentName: 'max-keys' }`. */
  readonly details: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: S3ErrorCode,
    message?: string,
    extra: {
      details?: Record<string, string>;
      headers?: Record<string, string>;
      cause?: unknown;
    } = {},
  ) {
    super(message ?? ERRORS[code][1], extra.cause === undefined ? {} : { cause: extra.cause });
    this.name = 'S3Error';
    this.code = code;
    this.status = ERRORS[code][0];
    this.details = extra.details ?? {};
    this.headers = extra.headers ?? {};
  }
}

export function invalidArgument(name: string, value: string, message?: string): S3Error {
  const details = { ArgumentName: name, ArgumentValue: value };
  return new S3Error('InvalidArgument', message, { details });
}
