import { describe, expect, it } from 'vitest';
import { payload_parse, TIME_AHEAD_MS } from '../../../server/telemetry/payload.ts';

const NOW = Date.UTC(2026, 10, 21);
const TS = NOW - 60_000;

describe('message shapes', () => {
  it('takes bare values with the time of arrival', () => {
    expect(payload_parse({ a: 1.5, b: true, c: 'on' }, NOW)).toEqual({
      entries: [
        { key: 'a', ts: NOW, value: 1.5 },
        { key: 'b', ts: NOW, value: true },
        { key: 'c', ts: NOW, value: 'on' },
      ],
      refusals: [],
    });
  });

  it('takes values with their own time, and lists of both', () => {
    const parsed = payload_parse(
      [{ ts: TS, values: { a: 1 } }, { ts: String(TS), values: { a: 2 } }, { b: 3 }],
      NOW,
    );
    expect(parsed?.entries).toEqual([
      { key: 'a', ts: TS, value: 1 },
      { key: 'a', ts: TS, value: 2 },
      { key: 'b', ts: NOW, value: 3 },
    ]);
  });

  it('takes "ts" without "values" as a value called ts, as devices know it', () => {
    expect(payload_parse({ ts: 5, a: 1 }, NOW)?.entries).toEqual([
      { key: 'ts', ts: NOW, value: 5 },
      { key: 'a', ts: NOW, value: 1 },
    ]);
  });
});

describe('refusals', () => {
  it('refuses nested and empty values and keeps the good ones beside them', () => {
    expect(payload_parse({ a: 1, b: { c: 2 }, d: [1], e: null }, NOW)).toEqual({
      entries: [{ key: 'a', ts: NOW, value: 1 }],
      refusals: [
        { key: 'b', reason: 'nested' },
        { key: 'd', reason: 'nested' },
        { key: 'e', reason: 'empty' },
      ],
    });
  });

  it('refuses times before 1990 and more than a day ahead', () => {
    const parsed = payload_parse(
      [
        { ts: 1_700_000_000, values: { seconds: 1 } },
        { ts: NOW + TIME_AHEAD_MS + 1, values: { future: 1 } },
        { ts: NOW + TIME_AHEAD_MS, values: { tomorrow: 1 } },
        { ts: 'soon', values: { words: 1 } },
      ],
      NOW,
    );
    expect(parsed?.entries.map(({ key }) => key)).toEqual(['tomorrow']);
    expect(parsed?.refusals).toEqual([
      { key: 'seconds', reason: 'timeTooOld' },
      { key: 'future', reason: 'timeTooNew' },
      { key: 'words', reason: 'timeUnreadable' },
    ]);
  });

  it('refuses list items and values that are no objects', () => {
    expect(payload_parse([1, { ts: TS, values: 5 }], NOW)?.refusals).toEqual([
      { key: '', reason: 'shape' },
      { key: 'values', reason: 'shape' },
    ]);
  });

  it('answers null for what is no message', () => {
    for (const payload of [1, 'a', null, true, undefined]) expect(payload_parse(payload, NOW)).toBeNull();
  });

  it('treats __proto__ as a key like any other', () => {
    const parsed = payload_parse(JSON.parse('{"__proto__": 1}'), NOW);
    expect(parsed?.entries).toEqual([{ key: '__proto__', ts: NOW, value: 1 }]);
  });
});
