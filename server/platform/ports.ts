/** Ports to listen on: what is wrong with one is said in one line, and before anything is made. */
import { createServer } from 'node:net';
import { StartError } from './config.ts';

export interface Listening {
  /** Messages call it so. */
  name: string;
  host: string;
  port: number;
  /** The setting that names it. */
  setting: string;
}

/** Says why nothing listens there. */
export function portFault({ code, message }: NodeJS.ErrnoException, to: Listening): StartError {
  const { name, host, port, setting } = to;
  if (code === 'EADDRINUSE')
    return new StartError(`${name} ${port} on ${host} is already in use; set ${setting} to another`);
  if (code === 'EACCES')
    return new StartError(`${name} ${port} may not be opened by this user; set ${setting} to one above 1023`);
  return new StartError(`${name} ${port} on ${host} cannot be listened on: ${message}`);
}

/** Opens each port and closes it again; throws a StartError where one is in use. Any free port is free. */
export async function checkPorts(wanted: readonly Listening[]): Promise<void> {
  for (const one of wanted.filter(({ port }) => port !== 0)) {
    const server = createServer();
    await new Promise<void>((done, fail) => {
      server.once('error', (error) => fail(portFault(error, one)));
      server.listen(one.port, one.host, done);
    });
    await new Promise((done) => server.close(done));
  }
}
