import * as apiKeys from '../contract/api-keys.ts';
import * as auditLog from '../contract/audit-log.ts';
import * as dashboard from '../contract/dashboard.ts';
import * as fileShareUploads from '../contract/file-share-uploads.ts';
import * as fileShares from '../contract/file-shares.ts';
import * as fileSystem from '../contract/file-system.ts';
import * as fileSystemArchives from '../contract/file-system-archives.ts';
import * as fileSystemCopies from '../contract/file-system-copies.ts';
import * as fileSystemOperations from '../contract/file-system-operations.ts';
import * as fileSystemUploads from '../contract/file-system-uploads.ts';
import * as mounts from '../contract/mounts.ts';
import * as search from '../contract/search.ts';
import * as sessions from '../contract/sessions.ts';
import * as settings from '../contract/settings.ts';
import * as storageConfigs from '../contract/storage-configs.ts';
import * as system from '../contract/system.ts';
import * as textShares from '../contract/text-shares.ts';
import * as thumbnails from '../contract/thumbnails.ts';
import * as urlUploads from '../contract/url-uploads.ts';
import type { ApiKeysCalls } from '../groups/api-keys.ts';
import type { AuditLogCalls } from '../groups/audit-log.ts';
import type { DashboardCalls } from '../groups/dashboard.ts';
import type { FileSharesCalls } from '../groups/file-shares.ts';
import type { FsCalls } from '../groups/fs.ts';
import type { MountsCalls } from '../groups/mounts.ts';
import type { SessionsCalls } from '../groups/sessions.ts';
import type { SettingsCalls } from '../groups/settings.ts';
import type { StorageConfigsCalls } from '../groups/storage-configs.ts';
import type { SystemCalls } from '../groups/system.ts';
import type { TextSharesCalls } from '../groups/text-shares.ts';
import type { UrlUploadsCalls } from '../groups/url-uploads.ts';

/** The declarations of all calls, by the groups and names of the client's methods. */
export interface Calls {
  readonly sessions: SessionsCalls;
  readonly apiKeys: ApiKeysCalls;
  readonly textShares: TextSharesCalls;
  readonly fileShares: FileSharesCalls;
  readonly urlUploads: UrlUploadsCalls;
  readonly storageConfigs: StorageConfigsCalls;
  readonly mounts: MountsCalls;
  readonly fs: FsCalls;
  readonly settings: SettingsCalls;
  readonly dashboard: DashboardCalls;
  readonly auditLog: AuditLogCalls;
  readonly system: SystemCalls;
}

export const CALLS: Calls = {
  sessions: {
    login: sessions.login,
    logout: sessions.logout,
    checkAdminToken: sessions.checkAdminToken,
    checkApiKey: sessions.checkApiKey,
    changePassword: sessions.changePassword,
    list: sessions.listSessions,
    end: sessions.endSession,
    endOthers: sessions.endOtherSessions,
  },
  apiKeys: {
    list: apiKeys.listApiKeys,
    create: apiKeys.createApiKey,
    update: apiKeys.updateApiKey,
    delete: apiKeys.deleteApiKey,
  },
  textShares: {
    create: textShares.createTextShare,
    view: textShares.viewTextShare,
    unlock: textShares.unlockTextShare,
    raw: textShares.rawTextShare,
    list: textShares.listTextShares,
    get: textShares.getTextShare,
    update: textShares.updateTextShare,
    delete: textShares.deleteTextShares,
    deleteByPost: textShares.deleteTextSharesByPost,
    clearExpired: textShares.clearExpiredTextShares,
  },
  fileShares: {
    list: fileShares.listFileShares,
    get: fileShares.getFileShare,
    update: fileShares.updateFileShare,
    delete: fileShares.deleteFileShares,
    view: fileShares.viewFileShare,
    unlock: fileShares.unlockFileShare,
    officePreview: fileShares.officePreview,
    read: fileShares.fileShareView,
    download: fileShares.fileShareDownload,
    thumbnail: thumbnails.fileShareThumbnail,
    presign: fileShareUploads.presignFileShare,
    commit: fileShareUploads.commitFileShare,
    uploadForm: fileShareUploads.uploadFileShareForm,
    uploadDirect: fileShareUploads.uploadFileShareDirect,
    initMultipart: fileShareUploads.initFileShareMultipart,
    signParts: fileShareUploads.signFileShareParts,
    listParts: fileShareUploads.listFileShareParts,
    completeMultipart: fileShareUploads.completeFileShareMultipart,
    abortMultipart: fileShareUploads.abortFileShareMultipart,
  },
  urlUploads: {
    info: urlUploads.readUrlInfo,
    proxy: urlUploads.readThroughUrlProxy,
    presign: urlUploads.presignUrlUpload,
    commit: urlUploads.commitUrlUpload,
    initMultipart: urlUploads.initUrlMultipart,
    completeMultipart: urlUploads.completeUrlMultipart,
    abortMultipart: urlUploads.abortUrlMultipart,
    cancel: urlUploads.cancelUrlUpload,
  },
  storageConfigs: {
    list: storageConfigs.listStorageConfigs,
    get: storageConfigs.getStorageConfig,
    create: storageConfigs.createStorageConfig,
    update: storageConfigs.updateStorageConfig,
    delete: storageConfigs.deleteStorageConfig,
    setDefault: storageConfigs.setDefaultStorageConfig,
    test: storageConfigs.testStorageConfig,
    applyCors: storageConfigs.applyStorageCors,
  },
  mounts: {
    list: mounts.listMounts,
    get: mounts.getMount,
    create: mounts.createMount,
    update: mounts.updateMount,
    delete: mounts.deleteMount,
    listUsable: mounts.listUserMounts,
    getUsable: mounts.getUserMount,
  },
  fs: {
    list: fileSystem.listDirectory,
    get: fileSystem.getEntry,
    download: fileSystem.downloadEntry,
    thumbnail: thumbnails.entryThumbnail,
    archive: fileSystemArchives.archiveEntries,
    link: fileSystem.getEntryLink,
    mkdir: fileSystem.makeDirectory,
    write: fileSystem.updateEntry,
    rename: fileSystem.renameEntry,
    delete: fileSystem.removeEntries,
    share: fileSystem.shareEntry,
    readPublic: fileSystem.readThroughProxy,
    search: search.searchFiles,
    copy: fileSystemCopies.copyEntries,
    commitCopies: fileSystemCopies.commitCopies,
    operation: fileSystemOperations.getOperation,
    cancelOperation: fileSystemOperations.cancelOperation,
    uploadForm: fileSystemUploads.uploadEntry,
    presign: fileSystemUploads.presignEntry,
    commit: fileSystemUploads.commitEntry,
    initMultipart: fileSystemUploads.initEntryMultipart,
    completeMultipart: fileSystemUploads.completeEntryMultipart,
    abortMultipart: fileSystemUploads.abortEntryMultipart,
    listUploads: fileSystemUploads.listEntryUploads,
    listParts: fileSystemUploads.listEntryParts,
    signParts: fileSystemUploads.signEntryParts,
  },
  settings: {
    list: settings.listSettings,
    groups: settings.listSettingGroups,
    get: settings.getSetting,
    update: settings.updateSettingGroup,
  },
  dashboard: {
    stats: dashboard.dashboardStats,
    cacheStats: dashboard.readCacheStats,
    clearCache: dashboard.clearCache,
    clearUserCache: dashboard.clearUserCache,
  },
  auditLog: {
    list: auditLog.listAuditEvents,
    export: auditLog.exportAuditLog,
  },
  system: {
    health: system.health,
    readiness: system.readiness,
    version: system.version,
    maxUploadSize: system.maxUploadSize,
  },
};
