/** Posts signed JSON to an external address. */
import { createHmac } from 'node:crypto';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { type AllowedPlace, findPlace, type Place } from '../../platform/outboundAddress.ts';

export interface WebhookCall {
  url: string;
  secret: string;
  /** Id of the delivery, the same in all attempts. */
  id: string;
  body: string;
}

const TIMEOUT_MS = 10_000;

/** Thrown if the receiver does not respond. Its other pending messages would run into the same timeout. */
export class NoAnswer extends Error {
  override name = 'NoAnswer';
}

/** Rejects when the signal aborts. */
const unanswered = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    const refuse = (): void => reject(new NoAnswer(`对方未答复 / no answer within ${TIMEOUT_MS / 1000} s`));
    if (signal.aborted) refuse();
    else signal.addEventListener('abort', refuse);
  });

const OK_FROM = 200;
const OK_TO = 300;

/** Returns `sha256=` and the HMAC of `<timestamp>.<body>` in hexadecimal. */
export const signWebhook = (secret: string, timestamp: string, body: string): string =>
  `sha256=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`;

/** Posts to the checked address, even if the name resolves to another address by then. */
async function post(
  target: URL,
  { secret, id, body }: WebhookCall,
  { address, family }: Place,
  signal: AbortSignal,
): Promise<void> {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const send = target.protocol === 'https:' ? requestHttps : requestHttp;
  await new Promise<void>((resolve, reject) => {
    const sent = send(
      target,
      {
        method: 'POST',
        agent: false,
        signal,
        lookup: (_host, options, callback) =>
          options.all ? callback(null, [{ address, family }]) : callback(null, address, family),
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'content-length': Buffer.byteLength(body),
          'user-agent': 'Wattdeck',
          'x-wattdeck-delivery': id,
          'x-wattdeck-timestamp': timestamp,
          'x-wattdeck-signature': signWebhook(secret, timestamp, body),
        },
      },
      (response) => {
        response.destroy();
        const { statusCode = 0 } = response;
        if (statusCode >= OK_FROM && statusCode < OK_TO) resolve();
        else reject(new Error(`对方答复 / the other side answered ${statusCode}`));
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

/**
 * Resolves when the receiver accepted the post (2xx). Redirects are not followed, and the response is discarded.
 * Rejects with `NoAnswer` if the name is not resolved or the receiver does not respond in time.
 */
export async function postWebhook(call: WebhookCall, allowed: readonly AllowedPlace[]): Promise<void> {
  const target = new URL(call.url);
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const sending = findPlace(target, allowed).then((place) => post(target, call, place, signal));
  await Promise.race([unanswered(signal), sending]);
}
