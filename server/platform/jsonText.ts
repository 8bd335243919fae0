/** Checks the depth and the number of entries of JSON before it is parsed. */
import type { FastifyRequest } from 'fastify';
import { AppError } from './errors/errors.ts';

/** Maximum nesting of valid input. Deeper input would crash the code that processes it. */
export const MAX_DEPTH = 64;
/** Maximum number of entries. The longest valid list has 100,000 entries. */
const MAX_ENTRIES = 150_000;

const [QUOTE, COMMA, ESCAPE] = [34, 44, 92];
const [LIST, LIST_END, OBJECT, OBJECT_END] = [91, 93, 123, 125];

/** Returns the index after the closing quote of the text that starts at a position. */
function endText(json: string, from: number): number {
  for (let place = from + 1; place < json.length; place += 1) {
    const letter = json.charCodeAt(place);
    if (letter === ESCAPE) place += 1;
    else if (letter === QUOTE) return place;
  }
  return json.length;
}

/** Throws if parsing would be too expensive. Invalid JSON passes, because the parser refuses it. */
export function admitJson(json: string): void {
  const counts: number[] = [];
  for (let place = 0; place < json.length; place += 1) {
    const letter = json.charCodeAt(place);
    if (letter === QUOTE) place = endText(json, place);
    else if (letter === COMMA) {
      const count = (counts.at(-1) ?? 0) + 1;
      if (count >= MAX_ENTRIES) throw new AppError('http.tooLarge');
      if (counts.length > 0) counts[counts.length - 1] = count;
    } else if (letter === LIST || letter === OBJECT) {
      if (counts.push(0) > MAX_DEPTH) throw new AppError('http.tooDeep', { limit: MAX_DEPTH });
    } else if (letter === LIST_END || letter === OBJECT_END) counts.pop();
  }
}

/** Matches a zero byte or half of a surrogate pair, also escaped. The database cannot store either. */
const UNSTORABLE = /\\u0000|\0|\\ud[89a-f][0-9a-f]{2}/i;

export const isJsonStorable = (json: string): boolean => !UNSTORABLE.test(json);

const admitted = new WeakSet<FastifyRequest>();

/** Records that the body was checked. `isBodyAdmitted` returns the record. */
export const admitBody = (request: FastifyRequest): void => void admitted.add(request);
export const isBodyAdmitted = (request: FastifyRequest): boolean => admitted.has(request);
