const NAME = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const IP_ADDRESS = /^\d+\.\d+\.\d+\.\d+$/;

/** S3's rules for names of buckets, by which they are safe as names of directories, too. */
export function isBucketName(name: string): boolean {
  return NAME.test(name) && !name.includes('..') && !IP_ADDRESS.test(name);
}
