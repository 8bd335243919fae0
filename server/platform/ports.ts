/** Checks the ports to listen on before the start creates anything. Problems are reported in one line. */
import { createServer } from 'node:net';
import { StartError } from './startError.ts';

export interface Listening {
  /** Name in messages. */
  name: string;
  host: string;
  port: number;
  /** The setting that defines the port. */
  setting: string;
}

/** Returns an error with the reason why the server cannot listen on the port. */
export function portFault({ code, message }: NodeJS.ErrnoException, to: Listening): StartError {
  const { name, host, port, setting } = to;
  if (code === 'EADDRINUSE')
    return new StartError(`${name} ${port} on ${host} is already in use; set ${setting} to another`);
  if (code === 'EACCES')
    return new StartError(`${name} ${port} may not be opened by this user; set ${setting} to one above 1023`);
  return new StartError(`${name} ${port} on ${host} cannot be listened on: ${message}`);
}

/** Opens and closes each port. Throws a StartError if a port is in use. A port chosen by the system is always free. */
export async function checkPorts(ports: readonly Listening[]): Promise<void> {
  for (const one of ports.filter(({ port }) => port !== 0)) {
    const server = createServer();
    await new Promise<void>((done, fail) => {
      server.once('error', (error) => fail(portFault(error, one)));
      server.listen(one.port, one.host, done);
    });
    await new Promise((done) => server.close(done));
  }
}
