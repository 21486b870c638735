import { can } from '@satchel/api-client/permissions';
import type { AuthenticatedCaller } from '#security/caller.ts';
import { linkAddress } from '#share-rules/share-address.ts';
import type {
  DeliveredItem,
  Delivery,
  DeliveryCounts,
  HeldDelivery,
  UploadRequest,
} from './service.ts';

interface Described {
  readonly keyNameOf: (creator: string) => string | null;
  readonly countsOf: (id: string) => DeliveryCounts;
}

const iso = (date: Date | null) => date?.toISOString() ?? null;
const number = (value: bigint | null) => (value === null ? null : Number(value));
/** Only the server writes these columns. */
const list = (json: string | null) => (json === null ? null : (JSON.parse(json) as string[]));

/** Request as its owner sees it. */
export function presentRequest(
  request: UploadRequest,
  { keyNameOf, countsOf }: Described,
  caller: AuthenticatedCaller,
  origin: string,
) {
  const { folderPath, slug } = request;
  const counts = countsOf(request.id);
  return {
    id: request.id,
    slug,
    ...linkAddress('request', slug, origin),
    title: request.title,
    message: request.message,
    note: request.note,
    path: folderPath !== null && maySee(caller, folderPath) ? folderPath : null,
    ...limitsOf(request),
    max_file_bytes: number(request.maxFileBytes),
    ask_name: request.askName,
    notify_url: request.notifyUrl,
    has_password: request.passwordHash !== null,
    delivery_count: counts.count,
    new_deliveries: counts.unseen,
    file_count: request.fileCount,
    total_size: Number(request.byteCount),
    created_at: request.createdAt.toISOString(),
    updated_at: request.updatedAt.toISOString(),
    expires_at: iso(request.expiresAt),
    created_by: request.createdBy,
    key_name: keyNameOf(request.createdBy),
  };
}

/** Request as a visitor sees it, without the files of other visitors. */
export function presentVisited(request: UploadRequest, maxUploadBytes: number) {
  const isLocked = request.passwordHash !== null;
  return {
    slug: request.slug,
    title: request.title,
    message: isLocked ? null : request.message,
    ...limitsOf(request),
    max_file_bytes: Math.min(maxUploadBytes, number(request.maxFileBytes) ?? maxUploadBytes),
    ask_name: request.askName,
    requires_password: isLocked,
    is_full: isFull(request),
    expires_at: iso(request.expiresAt),
  };
}

/** Delivery as the owner of its request sees it. */
export function presentDelivery(
  delivery: Delivery,
  files: readonly DeliveredItem[],
  grant: string,
  caller: AuthenticatedCaller,
) {
  const folder = folderOf(files);
  return {
    id: delivery.id,
    receipt: delivery.receipt,
    name: delivery.name,
    email: delivery.email,
    note: delivery.note,
    state: delivery.state === 'ended' ? ('ended' as const) : stateOf(delivery),
    is_new: !delivery.isSeen,
    file_count: delivery.fileCount,
    total_size: Number(delivery.byteCount),
    files: files.map(presentFile),
    path: folder !== null && maySee(caller, folder) ? folder : null,
    grant,
    bundle_id: delivery.bundleId,
    created_at: delivery.createdAt.toISOString(),
    done_at: iso(delivery.doneAt),
  };
}

/** Delivery as its sender sees it. */
export function presentOwnDelivery(delivery: HeldDelivery, files: readonly DeliveredItem[]) {
  const { receipt, request } = delivery;
  const { message } = request;
  return { receipt, state: stateOf(delivery), message, files: files.map(presentFile) };
}

export function presentFinished({ receipt, fileCount, byteCount }: Delivery) {
  return { receipt, file_count: fileCount, total_size: Number(byteCount) };
}

function isFull({ maxFiles, maxTotalBytes, fileCount, byteCount }: UploadRequest): boolean {
  return (
    (maxFiles !== null && fileCount >= maxFiles) ||
    (maxTotalBytes !== null && byteCount >= maxTotalBytes)
  );
}

function limitsOf({ maxFiles, maxTotalBytes, types, wanted }: UploadRequest) {
  return {
    max_files: maxFiles,
    max_total_bytes: number(maxTotalBytes),
    types: list(types),
    wanted: list(wanted),
  };
}

function presentFile({ path, size, mimetype, createdAt }: DeliveredItem) {
  return { path, size: Number(size), mimetype, created_at: createdAt.toISOString() };
}

function stateOf({ state }: Delivery) {
  return state === 'done' ? ('done' as const) : ('open' as const);
}

/** Folder of the mount that holds a delivery: the path of one of its files without the path within. */
function folderOf(files: readonly DeliveredItem[]): string | null {
  const file = files.find(({ filePath, path }) => filePath?.endsWith(`/${path}`));
  return file?.filePath?.slice(0, -file.path.length - 1) ?? null;
}

function maySee(caller: AuthenticatedCaller, path: string): boolean {
  return can(caller, 'mount_view', path) || can(caller, 'mount_upload', path);
}
