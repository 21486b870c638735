/* A Fastify route that stores each text with one synchronous insert, and does nothing else. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import Fastify from 'fastify';

const database = new DatabaseSync(join(process.env.DATA_DIR ?? '.', 'bare.db'));
// A row as the server stores it, with the same columns and indexes, flushed to disk at each commit.
database.exec(`
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  CREATE TABLE texts (
    id TEXT PRIMARY KEY, slug TEXT UNIQUE, content TEXT, preview TEXT, content_length INTEGER,
    search_text TEXT, views INTEGER, created_by TEXT, expires_at TEXT, created_at TEXT, updated_at TEXT
  );
  CREATE INDEX by_creator ON texts (created_by, created_at);
  CREATE INDEX by_time ON texts (created_at);
  CREATE INDEX by_expiry ON texts (expires_at);
`);
const insert = database.prepare('INSERT INTO texts VALUES (?, ?, ?, ?, ?, ?, 0, ?, NULL, ?, ?)');

const app = Fastify();
app.post<{ Body: { content: string } }>('/', (request, reply) => {
  const id = randomUUID();
  const slug = id.slice(0, 8) + id.slice(24);
  const { content } = request.body;
  const preview = content.slice(0, 200);
  const now = new Date().toISOString();
  const search = `${slug}\n\n${preview.toLowerCase()}`;
  insert.run(id, slug, content, preview, content.length, search, 'admin', now, now);
  reply.code(201).send({ id });
});
await app.listen({ port: 0, host: '127.0.0.1' });
const address = app.server.address();
console.info(`http://localhost:${typeof address === 'object' && address ? address.port : 0}`);
process.once('SIGTERM', () => process.exit(0));
