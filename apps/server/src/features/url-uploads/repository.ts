import type { PrismaClient } from '#database';
import { hashToken, randomId } from '#security/random.ts';

export type UrlUploadRepository = ReturnType<typeof createUrlUploadRepository>;

export function createUrlUploadRepository({ storageConfig, urlProbe }: PrismaClient) {
  const findProbe = (url: string, now: Date) =>
    urlProbe.findFirst({
      where: { urlHash: hashToken(url), expiresAt: { gt: now } },
      orderBy: { expiresAt: 'asc' },
      select: { id: true },
    });
  return {
    /** Addresses of all storages except the embedded one, which is this server itself (SECURITY 1). */
    async listStorageEndpoints(): Promise<readonly string[]> {
      const configs = await storageConfig.findMany({
        where: { isEmbedded: false },
        select: { endpointUrl: true, publicEndpointUrl: true },
      });
      return configs.flatMap(({ endpointUrl, publicEndpointUrl }) =>
        publicEndpointUrl === null ? [endpointUrl] : [endpointUrl, publicEndpointUrl],
      );
    },
    /** Records that an authorized caller has asked about an address. */
    async addProbe(url: string, expiresAt: Date) {
      await urlProbe.create({ data: { id: randomId(), urlHash: hashToken(url), expiresAt } });
    },
    hasProbe: async (url: string, now: Date) => (await findProbe(url, now)) !== null,
    /** Uses up one probe of an address, on one replica only; returns false if there is none. */
    async spendProbe(url: string, now: Date): Promise<boolean> {
      for (;;) {
        const probe = await findProbe(url, now);
        if (!probe) return false;
        // One of the concurrent callers deletes it; the others look for another.
        const { count } = await urlProbe.deleteMany({ where: { id: probe.id } });
        if (count > 0) return true;
      }
    },
    async removeProbes(expiredAt: Date) {
      await urlProbe.deleteMany({ where: { expiresAt: { lte: expiredAt } } });
    },
  };
}
