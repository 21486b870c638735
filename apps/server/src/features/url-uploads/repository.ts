import type { PrismaClient } from '#database';
import { hashToken, randomId } from '#security/random.ts';

export interface UrlUploadRepository {
  /** Addresses of every storage but the embedded one, which is this server itself (SECURITY 1). */
  listStorageEndpoints(): Promise<readonly string[]>;
  /** Notes that somebody who may has asked about an address. */
  addProbe(url: string, expiresAt: Date): Promise<void>;
  hasProbe(url: string, now: Date): Promise<boolean>;
  /** Takes one of the probes of an address, on one replica only; false where there is none. */
  spendProbe(url: string, now: Date): Promise<boolean>;
  removeProbes(expiredAt: Date): Promise<void>;
}

export function createUrlUploadRepository({
  storageConfig,
  urlProbe,
}: PrismaClient): UrlUploadRepository {
  const findProbe = (url: string, now: Date) =>
    urlProbe.findFirst({
      where: { urlHash: hashToken(url), expiresAt: { gt: now } },
      orderBy: { expiresAt: 'asc' },
      select: { id: true },
    });
  return {
    async listStorageEndpoints() {
      const configs = await storageConfig.findMany({
        where: { isEmbedded: false },
        select: { endpointUrl: true, publicEndpointUrl: true },
      });
      return configs.flatMap(({ endpointUrl, publicEndpointUrl }) =>
        publicEndpointUrl === null ? [endpointUrl] : [endpointUrl, publicEndpointUrl],
      );
    },
    async addProbe(url, expiresAt) {
      await urlProbe.create({ data: { id: randomId(), urlHash: hashToken(url), expiresAt } });
    },
    hasProbe: async (url, now) => (await findProbe(url, now)) !== null,
    async spendProbe(url, now) {
      for (;;) {
        const probe = await findProbe(url, now);
        if (!probe) return false;
        // One of the concurrent callers deletes it; the others look for another.
        const { count } = await urlProbe.deleteMany({ where: { id: probe.id } });
        if (count > 0) return true;
      }
    },
    async removeProbes(expiredAt) {
      await urlProbe.deleteMany({ where: { expiresAt: { lte: expiredAt } } });
    },
  };
}
