import type { FastifyInstance } from 'fastify';
import type { Clock } from '#clock';
import { AppError } from '#errors';

/** `X-Robots-Tag` of what search engines are to leave out, together with what it leads to. */
export const NOT_INDEXED = 'noindex, nofollow';

/**
 * Crawlers may read pages, which say themselves that they are not to be indexed and which chats show cards
 * of; not what lies behind them, because whoever fetches a share spends one of its views.
 */
const ROBOTS = `User-agent: *
Disallow: /admin
Disallow: /api/
Disallow: /dav
Disallow: /s3
`;

/** RFC 9116 5.3: less than a year. It is written anew for everybody who asks. */
const EXPIRES_AFTER_MS = 90 * 24 * 60 * 60 * 1000;

export interface SiteFacts {
  /** Whom to tell of a hole: a mail or web address; '' where nobody is named. */
  readonly securityContact: () => Promise<string>;
  readonly publicUrl: string | undefined;
  readonly clock: Clock;
}

/** `/robots.txt`, and `/.well-known/security.txt` where somebody is named for it. */
export function serveWellKnown(app: FastifyInstance, facts: SiteFacts): void {
  app.get('/robots.txt', { schema: { hide: true } }, async (_request, reply) => {
    reply.type('text/plain; charset=utf-8').header('cache-control', 'public, max-age=3600');
    return reply.send(ROBOTS);
  });
  const url = '/.well-known/security.txt';
  app.get(url, { schema: { hide: true } }, async (_request, reply) => {
    const contact = await facts.securityContact();
    if (contact === '') throw new AppError('request.not_found');
    const expires = new Date(facts.clock.now().getTime() + EXPIRES_AFTER_MS);
    const lines = [
      `Contact: ${contact.includes(':') ? contact : `mailto:${contact}`}`,
      `Expires: ${expires.toISOString()}`,
      ...(facts.publicUrl === undefined ? [] : [`Canonical: ${facts.publicUrl}${url}`]),
    ];
    reply.type('text/plain; charset=utf-8').header('cache-control', 'no-cache');
    return reply.send(`${lines.join('\n')}\n`);
  });
}
