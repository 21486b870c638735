import { apiKeyExamples } from './api-keys.ts';
import { auditLogExamples } from './audit-log.ts';
import { dashboardExamples } from './dashboard.ts';
import type { AnyEndpoint, Example } from './example.ts';
import { fileShareUploadExamples } from './file-share-uploads.ts';
import { fileShareExamples } from './file-shares.ts';
import { fileSystemExamples } from './file-system.ts';
import { fileSystemUploadExamples } from './file-system-uploads.ts';
import { mountExamples } from './mounts.ts';
import { searchExamples } from './search.ts';
import { sessionExamples } from './sessions.ts';
import { settingExamples } from './settings.ts';
import { storageConfigExamples } from './storage-configs.ts';
import { systemExamples } from './system.ts';
import { textShareExamples } from './text-shares.ts';
import { urlUploadExamples } from './url-uploads.ts';

const EXAMPLES: readonly Example[] = [
  ...apiKeyExamples,
  ...auditLogExamples,
  ...dashboardExamples,
  ...fileShareExamples,
  ...fileShareUploadExamples,
  ...fileSystemExamples,
  ...fileSystemUploadExamples,
  ...mountExamples,
  ...searchExamples,
  ...sessionExamples,
  ...settingExamples,
  ...storageConfigExamples,
  ...systemExamples,
  ...textShareExamples,
  ...urlUploadExamples,
];

const byEndpoint = new Map(EXAMPLES.map((example) => [example.endpoint, example]));

/** The example of a call; undefined for calls that send and answer with bytes only. */
export function exampleOf(endpoint: AnyEndpoint): Example | undefined {
  return byEndpoint.get(endpoint);
}
