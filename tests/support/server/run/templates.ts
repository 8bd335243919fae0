import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';

/** A first start leaves an empty platform, or the whole demo; `embedded`: an empty one with its embedded PostgreSQL. */
export type Template = 'empty' | 'demo' | 'embedded';

/** Names the address at which the processes of a run ask for templates. */
export const TEMPLATES = 'WATTDECK_TEST_TEMPLATES';
/** The demo is made in a minute, and on a machine with other work in several. */
export const DEMO_MS = 900_000;

/** The template folder to copy, made at the first request; undefined where this run offers none. */
export async function findTemplate(kind: Template): Promise<string | undefined> {
  const url = process.env[TEMPLATES];
  if (!url) return undefined;
  // No `fetch`: it waits five minutes for an answer, and no longer.
  const [response] = (await once(get(`${url}/${kind}`), 'response')) as [IncomingMessage];
  const answer = await text(response);
  if (response.statusCode !== 200) throw new Error(`the template of the tests could not be made: ${answer}`);
  return answer;
}
