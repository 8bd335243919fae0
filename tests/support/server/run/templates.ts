import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';

/**
 * State after a first start: an empty platform, or the whole demo. `embedded` is an empty platform with its embedded
 * PostgreSQL.
 */
export type Template = 'empty' | 'demo' | 'embedded';

/** Variable with the address of templates, for the processes of a run. */
export const TEMPLATES = 'WATTDECK_TEST_TEMPLATES';
/** Creating the demo takes a minute, and several minutes on a machine with other work. */
export const DEMO_MS = 900_000;

/** Returns the template folder to copy. It is created on the first request. Undefined if this run has no templates. */
export async function findTemplate(kind: Template): Promise<string | undefined> {
  const url = process.env[TEMPLATES];
  if (!url) return undefined;
  // Does not use `fetch`, which waits only five minutes for an answer.
  const [response] = (await once(get(`${url}/${kind}`), 'response')) as [IncomingMessage];
  const answer = await text(response);
  if (response.statusCode !== 200) throw new Error(`the template of the tests could not be made: ${answer}`);
  return answer;
}
