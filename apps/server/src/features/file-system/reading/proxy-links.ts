import type { Clock } from '#clock';
import type { SettingService } from '#features/settings/service.ts';
import type { AuthenticatedCaller } from '#security/caller.ts';
import type { SecretKey } from '#security/secret-key.ts';
import type { ResolvedPath } from '../resolved-path.ts';

const PURPOSE = 'proxy-link';
const KEY_PURPOSE = 'proxy-link-of-key';
/** CONTRACT F7.2: expiry of a link that never expires. */
const NEVER = 0;

export type ProxyLinks = ReturnType<typeof createProxyLinks>;

/** Creates and checks signed URLs of the proxy route (CONTRACT F7.2). */
export function createProxyLinks(
  settings: Pick<SettingService, 'getBoolean' | 'getNumber'>,
  secretKey: SecretKey,
  clock: Clock,
) {
  const nowSeconds = () => Math.floor(clock.now().getTime() / 1000);
  /** True if neither the mount nor the settings require a signature. */
  const isOpen = async ({ mount }: Pick<ResolvedPath, 'mount'>) =>
    !mount.enableSign && !(await settings.getBoolean('proxy_sign_all'));
  const sign = async (caller: AuthenticatedCaller, { mount, path }: ResolvedPath) => {
    const lifetime = mount.signExpires ?? (await settings.getNumber('proxy_sign_expires'));
    const end = lifetime === 0 ? NEVER : nowSeconds() + lifetime;
    if (caller.kind === 'admin') return `${secretKey.sign(PURPOSE, `${path}:${end}`)}:${end}`;
    const { id } = caller;
    return `${secretKey.sign(KEY_PURPOSE, `${path}:${end}:${id}`)}:${end}:${id}`;
  };
  return {
    isOpen,
    async of(caller: AuthenticatedCaller, place: ResolvedPath, origin: string) {
      const segments = place.path.split('/').map(encodeURIComponent).join('/');
      const url = new URL(`${origin}/api/p${segments}`);
      if (!(await isOpen(place))) url.searchParams.set('sign', await sign(caller, place));
      const download = new URL(url);
      download.searchParams.set('download', 'true');
      return { previewUrl: url.href, downloadUrl: download.href };
    },
    /**
     * @param signature `<HMAC of path and end>:<end>`, end in Unix seconds, 0 for never. An API key's
     *   ends in `:<id of the key>`, because it is valid only while the key is (CONTRACT A6).
     */
    isValid(path: string, signature: string | undefined): boolean {
      const [proof = '', end = '', keyId, ...rest] = signature?.split(':') ?? [];
      if (rest.length > 0 || !/^\d{1,12}$/.test(end)) return false;
      if (Number(end) !== NEVER && Number(end) < nowSeconds()) return false;
      return keyId === undefined
        ? secretKey.verify(PURPOSE, `${path}:${end}`, proof)
        : secretKey.verify(KEY_PURPOSE, `${path}:${end}:${keyId}`, proof);
    },
    /** Id of the API key that a valid signature was made for; undefined for an administrator's. */
    keyIdOf: (signature: string | undefined) => signature?.split(':')[2],
  };
}
