import type { FastifyInstance } from 'fastify';
import type { Clock } from '#clock';
import { AppError } from '#errors';
import { serveRead } from '../server/serve-read.ts';

/** `X-Robots-Tag` of pages that search engines should leave out together with the pages they link to. */
export const NOT_INDEXED = 'noindex, nofollow';

/**
 * Crawlers may read pages, because pages exclude themselves from the index and chats show their cards.
 * Crawlers may not read calls and contents, because fetching a share spends one of its views.
 */
const ROBOTS = `User-agent: *
Disallow: /admin
Disallow: /api/
Disallow: /dav
Disallow: /s3
`;

/** Lifetime of security.txt, computed for each request; RFC 9116 5.3 recommends less than a year. */
const EXPIRES_AFTER_MS = 90 * 24 * 60 * 60 * 1000;

export interface SiteFacts {
  /** Security contact: a mail or web address; '' without one. */
  readonly securityContact: () => Promise<string>;
  readonly publicUrl: string | undefined;
  readonly clock: Clock;
}

/** Serves `/robots.txt`, and `/.well-known/security.txt` if a contact is configured. */
export function serveWellKnown(app: FastifyInstance, facts: SiteFacts): void {
  serveRead(app, '/robots.txt', async (_request, reply) => {
    reply.type('text/plain; charset=utf-8').header('cache-control', 'public, max-age=3600');
    return reply.send(ROBOTS);
  });
  const url = '/.well-known/security.txt';
  serveRead(app, url, async (_request, reply) => {
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
