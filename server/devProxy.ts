/** Forwards calls to a server that may be restarting. Calls wait until it is ready instead of failing. */
import { type IncomingMessage, request as openRequest, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** Browsers cancel a request after this time. */
const WAIT_LIMIT_MS = 120_000;
const POLL_MS = 50;
/** Methods whose requests can be repeated safely. */
const REPEATABLE: readonly (string | undefined)[] = ['GET', 'HEAD'];

type Outcome = 'answered' | 'again' | 'lost';

/** Tries a call once. The body is sent only after the connection is open, so a failed attempt does not consume it. */
function tryCall(incoming: IncomingMessage, answer: ServerResponse, target: string): Promise<Outcome> {
  return new Promise((done) => {
    const { method, headers, url = '/' } = incoming;
    let connected = false;
    const outgoing = openRequest(new URL(url, target), { method, headers, agent: false });
    const leave = () => outgoing.destroy();
    answer.once('close', leave);
    outgoing.once('socket', (socket) =>
      socket.once('connect', () => {
        connected = true;
        if (incoming.readableEnded) outgoing.end();
        else incoming.pipe(outgoing);
      }),
    );
    outgoing.once('response', (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
      response.once('error', () => answer.destroy());
      done('answered');
    });
    outgoing.once('error', () => {
      answer.off('close', leave);
      done(!connected || REPEATABLE.includes(method) ? 'again' : 'lost');
    });
  });
}

/** Forwards a call to the server, with retries while the server restarts. */
export async function forwardCall(
  incoming: IncomingMessage,
  answer: ServerResponse,
  target: string,
): Promise<void> {
  const end = Date.now() + WAIT_LIMIT_MS;
  let outcome: Outcome = 'again';
  while (outcome === 'again' && Date.now() < end && !answer.closed) {
    outcome = await tryCall(incoming, answer, target);
    if (outcome === 'again') await sleep(POLL_MS);
  }
  if (outcome !== 'answered' && !answer.headersSent) answer.writeHead(503).end();
}
