import { describe, expect, it } from 'vitest';
import {
  jsonTolerant,
  type ParsedPayload,
  parsePayload,
  readQuality,
  TIME_AHEAD_MS,
} from '../../../../../server/sites/telemetry/intake/payload.ts';

const NOW = Date.UTC(2026, 10, 21);
const TS = NOW - 60_000;

/** Returns the parsed content of a payload that is a message. */
function parse(payload: unknown): ParsedPayload {
  const parsed = parsePayload(payload, NOW);
  if (typeof parsed === 'string') throw new Error(parsed);
  return parsed;
}

describe('message shapes', () => {
  it('include plain values with the time of arrival', () => {
    expect(parse({ a: 1.5, b: true, c: 'on' })).toEqual({
      entries: [
        { key: 'a', ts: NOW, value: 1.5, quality: 0 },
        { key: 'b', ts: NOW, value: true, quality: 0 },
        { key: 'c', ts: NOW, value: 'on', quality: 0 },
      ],
      refusals: [],
    });
  });

  it('include values with their own time, and lists of both', () => {
    const parsed = parse([{ ts: TS, values: { a: 1 } }, { ts: String(TS), values: { a: 2 } }, { b: 3 }]);
    expect(parsed.entries).toEqual([
      { key: 'a', ts: TS, value: 1, quality: 0 },
      { key: 'a', ts: TS, value: 2, quality: 0 },
      { key: 'b', ts: NOW, value: 3, quality: 0 },
    ]);
  });

  it('include "ts" without "values" as a value called ts, as devices know it', () => {
    expect(parse({ ts: 5, a: 1 }).entries).toEqual([
      { key: 'ts', ts: NOW, value: 5, quality: 0 },
      { key: 'a', ts: NOW, value: 1, quality: 0 },
    ]);
  });
});

describe('refusals', () => {
  it('refuse nested and empty values and keep the valid ones', () => {
    expect(parse({ a: 1, b: { c: 2 }, d: [1], e: null })).toEqual({
      entries: [{ key: 'a', ts: NOW, value: 1, quality: 0 }],
      refusals: [
        { key: 'b', reason: 'nested', value: { c: 2 } },
        { key: 'd', reason: 'nested', value: [1] },
        { key: 'e', reason: 'empty', value: null },
      ],
    });
  });

  it('refuse times before 1990 and more than ten minutes ahead', () => {
    const parsed = parse([
      { ts: 1_700_000_000, values: { seconds: 1 } },
      { ts: NOW + TIME_AHEAD_MS + 1_000, values: { future: 1 } },
      { ts: NOW + TIME_AHEAD_MS, values: { ahead: 1 } },
      { ts: 'soon', values: { words: 1 } },
    ]);
    expect(parsed.entries.map(({ key }) => key)).toEqual(['ahead']);
    expect(parsed.refusals).toEqual([
      { key: 'seconds', reason: 'timeTooOld', value: 1_700_000_000 },
      { key: 'future', reason: 'timeTooNew', value: NOW + TIME_AHEAD_MS + 1_000 },
      { key: 'words', reason: 'timeUnreadable', value: 'soon' },
    ]);
  });

  it('refuse list items and values that are no objects', () => {
    expect(parse([1, { ts: TS, values: 5 }]).refusals).toEqual([
      { key: '', reason: 'shape', value: 1 },
      { key: 'values', reason: 'shape', value: 5 },
    ]);
  });

  it('report an invalid message, or far too many values', () => {
    for (const payload of [1, 'a', null, true, undefined])
      expect(parsePayload(payload, NOW)).toBe('notAMessage');
    expect(parsePayload(Array(100_001).fill({ a: 1 }), NOW)).toBe('tooLarge');
  });

  it('report the error of a message without values', () => {
    expect(parsePayload({ ts: 'bad', values: {} }, NOW)).toBe('timeUnreadable');
    expect(parsePayload({ ts: 5, values: {} }, NOW)).toBe('timeTooOld');
    expect(parsePayload({ ts: TS, quality: 9, values: {} }, NOW)).toBe('qualityInvalid');
    expect(parse({ ts: TS, values: {} })).toEqual({ entries: [], refusals: [] });
    expect(parse([{ ts: 'bad', values: {} }, { a: 1 }]).refusals).toEqual([
      { key: 'ts', reason: 'timeUnreadable', value: 'bad' },
    ]);
  });

  it('treat __proto__ as a key like any other', () => {
    const parsed = parse(JSON.parse('{"__proto__": 1}'));
    expect(parsed.entries).toEqual([{ key: '__proto__', ts: NOW, value: 1, quality: 0 }]);
  });
});

describe('quality', () => {
  it('is beside the time, as a number or a word', () => {
    const parsed = parse([
      { ts: TS, quality: 1, values: { a: 1 } },
      { ts: TS, quality: 'bad', values: { b: 2 } },
      { ts: TS, values: { c: 3 } },
    ]);
    expect(parsed.entries.map(({ key, quality }) => [key, quality])).toEqual([
      ['a', 1],
      ['b', 2],
      ['c', 0],
    ]);
  });

  it('with an unknown word refuses its values', () => {
    expect(parse([{ ts: TS, quality: 7, values: { a: 1 } }])).toEqual({
      entries: [],
      refusals: [{ key: 'a', reason: 'qualityInvalid', value: 7 }],
    });
    for (const value of [-1, 3, '1', null, {}]) expect(readQuality(value)).toBeNull();
  });
});

describe('JSON with bare NaN and Infinity', () => {
  it('is read with these as texts, and texts that contain such words are unchanged', () => {
    expect(jsonTolerant('{"a": NaN, "b": -Infinity, "c": "NaN \\" NaN", "NaN": 1}')).toEqual({
      a: 'NaN',
      b: '-Infinity',
      c: 'NaN " NaN',
      NaN: 1,
    });
  });

  it('is still refused if it is otherwise invalid', () => {
    for (const text of ['{"a": NaN', '{"a": NaNa}', '{a: NaN}', ''])
      expect(() => jsonTolerant(text)).toThrow();
  });
});
