/* A Fastify route that stores each text with one synchronous insert, and does nothing else. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import Fastify from 'fastify';

const database = new DatabaseSync(join(process.env.DATA_DIR ?? '.', 'bare.db'));
// As the product has it: the log is flushed to disk before a commit is acknowledged.
database.exec(`
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  CREATE TABLE texts (id TEXT PRIMARY KEY, slug TEXT UNIQUE, content TEXT, created_at TEXT);
`);
const insert = database.prepare('INSERT INTO texts VALUES (?, ?, ?, ?)');

const app = Fastify();
app.post<{ Body: { content: string } }>('/', (request, reply) => {
  const id = randomUUID();
  insert.run(id, id.slice(0, 8) + id.slice(24), request.body.content, new Date().toISOString());
  reply.code(201).send({ id });
});
await app.listen({ port: 0, host: '127.0.0.1' });
const address = app.server.address();
console.info(`http://localhost:${typeof address === 'object' && address ? address.port : 0}`);
process.once('SIGTERM', () => process.exit(0));
