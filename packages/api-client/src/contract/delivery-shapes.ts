import { z } from 'zod';
import { gives, type InputOf, type OutputOf } from '../schema.ts';
import { ids, pageFields, queryInteger, timestamp } from './fields.ts';

const deliveredFile = z.object({
  /** Path within the delivery. */
  path: z.string(),
  /** In bytes. */
  size: z.int(),
  mimetype: z.string(),
  /** ISO 8601, UTC. */
  created_at: timestamp,
});

/** File that somebody sent in. */
export interface DeliveredFile extends OutputOf<typeof deliveredFile> {}

const visitedRequest = z.object({
  slug: z.string(),
  title: z.string(),
  /** Null if there is none, and before the password is given. */
  message: z.string().nullable(),
  max_files: z.int().nullable(),
  /** The smaller of the request's limit and the server's, in bytes. */
  max_file_bytes: z.int(),
  max_total_bytes: z.int().nullable(),
  types: z.array(z.string()).nullable(),
  wanted: z.array(z.string()).nullable(),
  ask_name: z.boolean(),
  /** True if `enter` needs the password. */
  requires_password: z.boolean(),
  /** True if the files of all visitors have reached a limit, so that no more are accepted. */
  is_full: z.boolean(),
  /** ISO 8601, UTC; null for never. */
  expires_at: timestamp.nullable(),
});

/** Upload request as a visitor sees it. Never says what others have sent. */
export interface VisitedUploadRequest extends OutputOf<typeof visitedRequest> {}

export const visitedUploadRequest = gives<VisitedUploadRequest>(visitedRequest);

export const entry = z.object({
  /** Name of the visitor, up to 200 characters. */
  name: z.string().trim().max(200).nullish(),
  /** E-mail address of the visitor. */
  email: z.union([z.email().max(254), z.literal('')]).nullish(),
  /** Password of the request in plain text. */
  password: z.string().max(1024).nullish(),
});

/** Visitor who starts a delivery. */
export interface UploadRequestEntry extends InputOf<typeof entry> {}

const entered = z.object({
  /** For the header `Authorization: Upload {token}` of the upload calls. */
  upload_token: z.string(),
  /** Receipt number of the delivery. */
  receipt: z.string(),
});

/** Token of a delivery. */
export interface EnteredUploadRequest extends OutputOf<typeof entered> {}

export const enteredRequest = gives<EnteredUploadRequest>(entered);

export const finishBody = z.object({
  /** Note to the owner in plain text, up to 2000 characters. */
  note: z.string().max(2000).nullish(),
});

/** Note at the end of a delivery. */
export interface DeliveryEnd extends InputOf<typeof finishBody> {}

const ownDelivery = z.object({
  /** Receipt number. */
  receipt: z.string(),
  state: z.enum(['open', 'done']),
  /** Message of the request, also of one with a password; null for none. */
  message: z.string().nullable(),
  files: gives<DeliveredFile[]>(z.array(deliveredFile)),
});

/** Own delivery, as its sender sees it. */
export interface OwnDelivery extends OutputOf<typeof ownDelivery> {}

export const visitedDelivery = gives<OwnDelivery>(ownDelivery);

const finished = z.object({
  /** Receipt number. */
  receipt: z.string(),
  file_count: z.int(),
  /** In bytes. */
  total_size: z.int(),
});

/** Receipt of a delivery. */
export interface FinishedDelivery extends OutputOf<typeof finished> {}

export const finishedDelivery = gives<FinishedDelivery>(finished);

const delivery = z.object({
  id: z.string(),
  /** Receipt number. */
  receipt: z.string(),
  /** Name that the sender gave; null for none. */
  name: z.string().nullable(),
  /** E-mail address that the sender gave; null for none. */
  email: z.string().nullable(),
  /** Note of the sender; null for none. */
  note: z.string().nullable(),
  /** `ended` if a new password of the request ended it before its sender had finished. */
  state: z.enum(['open', 'done', 'ended']),
  /** True until the owner has marked it as seen. */
  is_new: z.boolean(),
  file_count: z.int(),
  /** In bytes. */
  total_size: z.int(),
  /** The first 100 files. */
  files: gives<DeliveredFile[]>(z.array(deliveredFile)),
  /** Folder of a mount with the files; null for the storage of shares. */
  path: z.string().nullable(),
  /**
   * Proof for the calls that download its files, valid for an hour, so that a browser can open them without
   * a header.
   */
  grant: z.string(),
  /** Id of the bundle that was made of it; null if there is none. */
  bundle_id: z.string().nullable(),
  /** ISO 8601, UTC. */
  created_at: timestamp,
  /** ISO 8601, UTC; null unless it is done. */
  done_at: timestamp.nullable(),
});

/** Delivery as the owner of the request sees it. */
export interface Delivery extends OutputOf<typeof delivery> {}

export const deliveryQuery = z.object({
  /** Rows of a page, 1 to 200. Default 50. */
  limit: queryInteger(50, 1, 200),
  /** Rows before this page. Default 0. */
  offset: queryInteger(0, 0, 1_000_000_000),
});

/** Page of the deliveries, newest first. */
export interface DeliveryListQuery extends InputOf<typeof deliveryQuery> {}

const deliveryPageFields = z.object({
  deliveries: gives<Delivery[]>(z.array(delivery)),
  pagination: z.object(pageFields),
});

/** Page of deliveries. */
export interface DeliveryPage extends OutputOf<typeof deliveryPageFields> {}

export const deliveryPage = gives<DeliveryPage>(deliveryPageFields);

export const deliveryIds = z.object({
  /** Ids of deliveries, 1 to 1000. */
  ids,
});

/** Deliveries of one request. */
export interface DeliveryIds extends InputOf<typeof deliveryIds> {}

export const deliveryParams = z.object({
  /** Id of the upload request, or its slug. */
  id: z.string().min(1).max(64),
  /** Id of the delivery. */
  delivery: z.string().min(1).max(64),
});

/** Identifies a delivery for the owner of its request. */
export interface DeliveryId extends InputOf<typeof deliveryParams> {}

export const moveBody = z.object({
  /** Folder of a mount; a folder named after the delivery is made in it. */
  path: z.string().min(1).max(4096),
});

/** Folder for the files of a delivery. */
export interface DeliveryMove extends InputOf<typeof moveBody> {}

const grant = {
  /** From the list of deliveries; not needed with the credential of the owner. */
  grant: z.string().max(1024).optional(),
};

export const deliveredFileQuery = z.object({
  ...grant,
  /** Path within the delivery. */
  path: z.string().min(1).max(1024),
});

/** File of a delivery, for the owner of the request. */
export interface DeliveredFileQuery extends InputOf<typeof deliveredFileQuery> {}

export const deliveryArchiveQuery = z.object(grant);

/** Proof of the owner of the request. */
export interface DeliveryArchiveQuery extends InputOf<typeof deliveryArchiveQuery> {}
