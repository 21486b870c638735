import Fastify from 'fastify';

const body = process.env.BODY ?? '';
const app = Fastify();
app.get('/', (_request, reply) => {
  reply.header('content-type', 'application/json; charset=utf-8').send(body);
});
await app.listen({ port: 0, host: '127.0.0.1' });
const address = app.server.address();
console.info(`http://localhost:${typeof address === 'object' && address ? address.port : 0}`);
process.once('SIGTERM', () => process.exit(0));
