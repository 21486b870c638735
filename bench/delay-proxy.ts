import { connect, createServer, type Socket } from 'node:net';

const delayMs = Number(process.env.DELAY_MS);
const target = new URL(process.env.TARGET ?? '');

/** Delays each byte independently: adds latency without a limit of bandwidth. */
function pipeLate(from: Socket, to: Socket): void {
  from.on('data', (chunk) => setTimeout(() => to.writable && to.write(chunk), delayMs));
  from.on('end', () => setTimeout(() => to.end(), delayMs));
  from.on('error', () => to.destroy());
}

const server = createServer({ noDelay: true }, (client) => {
  const upstream = connect({ host: target.hostname, port: Number(target.port), noDelay: true });
  pipeLate(client, upstream);
  pipeLate(upstream, client);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.info(`http://localhost:${typeof address === 'object' && address ? address.port : 0}`);
});
process.once('SIGTERM', () => process.exit(0));
