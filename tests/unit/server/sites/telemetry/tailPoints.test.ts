import type pg from 'pg';
import { describe, expect, it } from 'vitest';
import {
  float8Array,
  int2Array,
  timestamptzArray,
} from '../../../../../server/sites/telemetry/write/binaryArrays.ts';
import { readTailPoints, type Tail } from '../../../../../server/sites/telemetry/write/tailPoints.ts';

const ARRAY_HEADER = 20;
/** An array without elements as `array_send` writes it. */
const EMPTY = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 21]);

/** Writes times one after the other, as `timestamptz_send` does. */
const timesOf = (times: readonly number[]): Buffer =>
  Buffer.concat(times.map((ts) => timestamptzArray([ts]).subarray(ARRAY_HEADER + 4)));

const tailOf = (id: number, since: number): Tail => ({
  variable: { tenantId: 1, id, zone: 'UTC', average: 'samples', offlineAfter: 300, rollOver: null },
  since,
});

/** Creates a database that answers the first query with these rows, and counts all queries. */
function clientWith(rows: readonly object[]) {
  const asked: string[] = [];
  const query = ({ name }: { name: string }) => {
    asked.push(name);
    return Promise.resolve({ rows: asked.length === 1 ? rows : [] });
  };
  return { asked, client: { query } as unknown as pg.ClientBase };
}

describe('tails of a device', () => {
  it('are read as rows, once for all variables, each from its own time on and without bad points', async () => {
    const { client, asked } = clientWith([
      { found: [1, 2] },
      {
        ...{ found: null, ats: [1, 2], places: [1, 3], times: timesOf([1000, 2000, 3000]) },
        numbers: Buffer.concat([float8Array([1, 0, 10]), float8Array([2, 0, 20]), float8Array([3, 0, 30])]),
        marks: Buffer.concat([EMPTY, int2Array([2, 0, -2]), EMPTY]),
      },
    ]);
    const points = await readTailPoints(client, 1, [tailOf(7, 0), tailOf(9, 2000)]);
    expect(points.map(({ variable, ts, value, quality }) => [variable.id, ts, value, quality])).toEqual([
      [7, 1000, 1, 0],
      [7, 3000, 3, 0],
      [9, 2000, 20, -2],
      [9, 3000, 30, 0],
    ]);
    expect(asked).toEqual(['telemetry-tail-rows']);
  });

  it('of variables with other points are read one by one', async () => {
    const { client, asked } = clientWith([{ found: [2] }]);
    expect(await readTailPoints(client, 1, [tailOf(7, 0), tailOf(9, 0)])).toEqual([]);
    expect(asked).toEqual(['telemetry-tail-rows', 'telemetry-tail-points']);
  });
});
