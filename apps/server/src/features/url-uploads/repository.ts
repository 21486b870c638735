import type { PrismaClient } from '#database';

export interface UrlUploadRepository {
  /** Addresses of every storage but the embedded one, which is this server itself (SECURITY 1). */
  listStorageEndpoints(): Promise<readonly string[]>;
}

export function createUrlUploadRepository({ storageConfig }: PrismaClient): UrlUploadRepository {
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
  };
}
