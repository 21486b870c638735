import type { Clock } from '#clock';
import type { SettingService } from '#features/settings/service.ts';
import type { SecretKey } from '#security/secret-key.ts';
import type { Place } from '../places.ts';

const PURPOSE = 'proxy-link';
/** CONTRACT F7.2: the end of a link that has none. */
const NEVER = 0;

/** Addresses of the proxy route, and whether a visitor's address is one of ours (CONTRACT F7.2). */
export interface ProxyLinks {
  of(place: Place, origin: string): Promise<{ previewUrl: string; downloadUrl: string }>;
  /** True where neither the mount nor the settings ask for a signature. */
  isOpen(place: Pick<Place, 'mount'>): Promise<boolean>;
  /** @param signature `<HMAC of path and end>:<end>`, end in Unix seconds, 0 for never */
  isValid(path: string, signature: string | undefined): boolean;
}

export function createProxyLinks(
  settings: Pick<SettingService, 'getBoolean' | 'getNumber'>,
  secretKey: SecretKey,
  clock: Clock,
): ProxyLinks {
  const nowSeconds = () => Math.floor(clock.now().getTime() / 1000);
  const isOpen = async ({ mount }: Pick<Place, 'mount'>) =>
    !mount.enableSign && !(await settings.getBoolean('proxy_sign_all'));
  const sign = async ({ mount, path }: Place) => {
    const lifetime = mount.signExpires ?? (await settings.getNumber('proxy_sign_expires'));
    const end = lifetime === 0 ? NEVER : nowSeconds() + lifetime;
    return `${secretKey.sign(PURPOSE, `${path}:${end}`)}:${end}`;
  };
  return {
    isOpen,
    async of(place, origin) {
      const segments = place.path.split('/').map(encodeURIComponent).join('/');
      const url = new URL(`${origin}/api/p${segments}`);
      if (!(await isOpen(place))) url.searchParams.set('sign', await sign(place));
      const download = new URL(url);
      download.searchParams.set('download', 'true');
      return { previewUrl: url.href, downloadUrl: download.href };
    },
    isValid(path, signature) {
      const [proof = '', end = '', ...rest] = signature?.split(':') ?? [];
      if (rest.length > 0 || !/^\d{1,12}$/.test(end)) return false;
      const isOver = Number(end) !== NEVER && Number(end) < nowSeconds();
      return !isOver && secretKey.verify(PURPOSE, `${path}:${end}`, proof);
    },
  };
}
