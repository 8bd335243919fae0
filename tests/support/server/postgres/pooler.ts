/** A pooler in front of a database. Like some real poolers, it drops the options in a client's startup message. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** The length and the protocol come before the parameters of the first message. */
const PARAMETERS = 8;

function leaveOutOptions(message: Buffer): Buffer {
  const texts = message.subarray(PARAMETERS).toString().split('\0');
  const name = texts.findIndex((text, index) => index % 2 === 0 && text === 'options');
  if (name >= 0) texts.splice(name, 2);
  const rest = Buffer.from(texts.join('\0'));
  const head = Buffer.from(message.subarray(0, PARAMETERS));
  head.writeInt32BE(PARAMETERS + rest.length);
  return Buffer.concat([head, rest]);
}

/** Listens on a separate port for connections to the database on this port. */
export async function makePooler(to: number): Promise<{ port: number; close(): void }> {
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(to, '127.0.0.1');
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        near.destroy();
        far.destroy();
      });
    }
    near.once('data', (message) => {
      far.write(leaveOutOptions(message));
      near.pipe(far);
    });
    far.pipe(near);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
