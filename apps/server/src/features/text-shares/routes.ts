import type { NewTextShare } from '@satchel/api-client/contract/text-share-shapes';
import {
  clearExpiredTextShares,
  createTextShare,
  deleteTextShares,
  deleteTextSharesByPost,
  getTextShare,
  listTextShares,
  updateTextShare,
} from '@satchel/api-client/contract/text-shares';
import type { FastifyRequest } from 'fastify';
import type { Clock } from '#clock';
import { AppError } from '#errors';
import { sharePasswordOf } from '#http/content/share-content.ts';
import { removeByIds } from '#http/contract/item-results.ts';
import { type HttpDependencies, mountEndpoint } from '#http/contract/mount-endpoint.ts';
import { paginate, presentKeyInfo } from '#http/contract/pagination.ts';
import { textShareContentRoutes } from './content-routes.ts';
import { LISTED_CONTENT_LENGTH, presentCreated, presentListed, presentOne } from './presenter.ts';
import type { TextShareService } from './service.ts';

/** SPEC 9, CONTRACT F3: page sizes of an administrator and of a key holder. */
const ADMIN_PAGE_SIZE = 10;
const KEY_PAGE_SIZE = 30;

export async function textShareRoutes(
  http: HttpDependencies,
  textShares: TextShareService,
): Promise<void> {
  const readText = async ({ headers }: FastifyRequest, body: Buffer) =>
    decodeText(body, headers['content-type'] ?? '');
  http.app.addContentTypeParser('text/plain', { parseAs: 'buffer' }, readText);
  textShareContentRoutes(http, textShares);

  mountEndpoint(
    http,
    createTextShare,
    async ({ caller, body, origin, onceId }) =>
      presentCreated(await textShares.create(caller, body, onceId), caller, origin),
    { fromText: (text, request) => fromText(text, request, http.clock), toText: ({ url }) => url },
  );

  mountEndpoint(http, listTextShares, async ({ caller, query }) => {
    const limit = query.limit ?? (caller.kind === 'admin' ? ADMIN_PAGE_SIZE : KEY_PAGE_SIZE);
    const offset = query.offset ?? (query.page - 1) * limit;
    const { search, created_by: createdBy, state, sort, order } = query;
    const narrowed = { search, createdBy, state, sort, order };
    const list = await textShares.list(caller, { ...narrowed, limit, offset });
    const { shares, total, keyNameOf } = list;
    const shown = shares.filter((share) => share.contentLength <= LISTED_CONTENT_LENGTH);
    const contents = caller.kind === 'admin' ? undefined : await textShares.contentsOf(shown);
    const data = shares.map((share) =>
      presentListed(
        share,
        keyNameOf(share.createdBy),
        contents && (contents.get(share.id) ?? share.preview),
      ),
    );
    const pagination = paginate(total, limit, offset, shares.length);
    return { data, pagination, ...presentKeyInfo(caller) };
  });

  mountEndpoint(http, getTextShare, async ({ caller, params }) => {
    const { share, keyNameOf } = await textShares.get(caller, params.id);
    return presentOne(share, keyNameOf(share.createdBy));
  });

  mountEndpoint(http, updateTextShare, async ({ caller, params, body }) => {
    const { id, slug, updatedAt } = await textShares.update(caller, params.id, body);
    // Older clients accept only these two members.
    if (body.expectedUpdatedAt === undefined) return { id, slug };
    return { id, slug, updated_at: updatedAt.toISOString() };
  });

  const deletion = { action: 'shares.texts_deleted', notFound: 'text_shares.not_found' } as const;
  for (const endpoint of [deleteTextShares, deleteTextSharesByPost] as const) {
    mountEndpoint(http, endpoint, (call) =>
      removeByIds(http, call, deletion, (ids) => textShares.remove(call.caller, ids)),
    );
  }

  mountEndpoint(http, clearExpiredTextShares, async (call) => {
    const deleted = await textShares.clearExpired();
    await http.audit(call, { action: 'shares.expired_deleted', details: { deleted } });
    return { deleted };
  });
}

/**
 * CONTRACT A4, A6: a plain body is the content, used as it is. Options come in the query, the password
 * also in a header.
 */
function fromText(content: string, request: FastifyRequest, clock: Clock) {
  const {
    slug,
    remark,
    kind = 'text',
    language,
    expires_in: hours,
    max_views: maxViews,
    password,
  } = request.query as Record<string, string | undefined> & Pick<NewTextShare, 'kind'>;
  const expiresInMs = Number(hours ?? 0) * 3_600_000;
  return {
    content,
    slug,
    remark,
    kind,
    language,
    maxViews,
    password: sharePasswordOf(request, password),
    // An invalid number gives an invalid time, which validation refuses.
    expiresAt:
      expiresInMs === 0
        ? undefined
        : Number.isFinite(expiresInMs)
          ? new Date(clock.now().getTime() + Math.min(expiresInMs, 4e12)).toISOString()
          : String(hours),
  };
}

/**
 * Text of a plain body, in UTF-8 unless the content type names another charset. Refuses other bytes,
 * because replacement characters in their place would be lost for good.
 *
 * @throws {AppError} `request.malformed`, and `request.unsupported_type` for an unknown charset
 */
function decodeText(body: Buffer, contentType: string): string {
  const charset = /;\s*charset="?([^\s;"]+)/i.exec(contentType)?.[1] ?? 'utf-8';
  let decoder: TextDecoder;
  try {
    decoder = new TextDecoder(charset, { fatal: true, ignoreBOM: true });
  } catch (cause) {
    throw new AppError('request.unsupported_type', { cause });
  }
  try {
    return decoder.decode(body);
  } catch (cause) {
    throw new AppError('request.malformed', { cause });
  }
}
