/** A mail server and a receiver of webhooks on this machine, to which notifications are sent. */
import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface Mail {
  from: string;
  to: string[];
  text: string;
}

export interface MailServer {
  port: number;
  mails: Mail[];
  /** The addresses that the mail server refuses permanently from now on. */
  unknown: Set<string>;
  close(): Promise<void>;
}

export async function startMailServer(): Promise<MailServer> {
  const mails: Mail[] = [];
  const unknown = new Set<string>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo({ address }, _session, done) {
      if (!unknown.has(address)) return done();
      done(Object.assign(new Error('no such mailbox'), { responseCode: 550 }));
    },
    onData(stream, { envelope }, done) {
      let text = '';
      stream.on('data', (part: Buffer) => {
        text += part.toString();
      });
      stream.on('end', () => {
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
        mails.push({ from, to: envelope.rcptTo.map(({ address }) => address), text });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const { port } = server.server.address() as AddressInfo;
  return { port, mails, unknown, close: () => new Promise((resolve) => server.close(() => resolve())) };
}

export interface Hook {
  headers: IncomingHttpHeaders;
  body: string;
}

export interface HookServer {
  url: string;
  hooks: Hook[];
  /** The address that never answers, until it is closed. */
  silentUrl: string;
  /** The status codes of the next answers. Later answers have the status 200. */
  answers: number[];
  /** Ends the requests that are never answered. */
  hangUp(): void;
  close(): Promise<void>;
}

export async function startHookServer(): Promise<HookServer> {
  const hooks: Hook[] = [];
  const answers: number[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => {
      body += part.toString();
    });
    request.on('end', () => {
      if (request.url === '/silent') return;
      hooks.push({ headers: request.headers, body });
      response.writeHead(answers.shift() ?? 200).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    silentUrl: `http://127.0.0.1:${port}/silent`,
    hooks,
    answers,
    hangUp: () => server.closeAllConnections(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Returns the signature that a receiver expects. It is computed as documented, without the server's code. */
export const signatureOf = (secret: string, timestamp: string, body: string): string =>
  `sha256=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`;
