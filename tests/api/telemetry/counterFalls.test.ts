/**
 * A fall of a counter is judged, reported once, and corrected by a user. Every figure that depends on it
 * agrees with the points.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import type { CounterFall } from '../../../generated/types.ts';
import { ask } from '../../support/calls/ask.ts';
import { serveOperators } from '../../support/calls/operators.ts';
import { makeSite, type Site, send, until } from '../../support/telemetry/site.ts';

const { server, operator, stranger } = serveOperators();

/** A past day on which the third reading is at the full hour. */
const DAY = '2026-11-02';
const BEGIN = Date.parse(`${DAY}T08:58:00+08:00`);

let site: Site;
let made = 0;

/** Creates a separate energy counter. */
async function makeCounter(more: object = {}): Promise<{ sn: string; code: string }> {
  made += 1;
  const code = `total${made}`;
  const { sn } = await operator.call('deviceVariableCreate', {
    body: {
      ...{ deviceSn: site.device.sn, code, name: `Total ${made}`, unit: 'kWh' },
      ...{ dataType: 'number', kind: 'counter', ...more },
    },
  });
  return { sn: sn!, code };
}

/** Sends one reading a minute from a moment on. */
async function sendReadings(code: string, readings: readonly number[], from = BEGIN): Promise<void> {
  const message = readings.map((value, at) => ({ ts: from + at * 60_000, values: { [code]: value } }));
  expect((await send(server.url, site.device, message)).status).toBe(200);
}

async function listFalls(sn: string): Promise<CounterFall[]> {
  const filter = JSON.stringify({ and: [{ field: 'variableSn', op: 'eq', value: sn }] });
  const { records } = await operator.call('counterFallPage', {
    query: { filter, size: 100, sort: 'afterAt' },
  });
  return records;
}

/** Returns the falls of a counter, once all of them are judged. */
const judgedFalls = (sn: string, count: number): Promise<CounterFall[]> =>
  until(
    () => listFalls(sn),
    (falls) => falls.length === count && falls.every(({ kind }) => kind !== 'open'),
  );

/** Returns the energy of the day as one figure, as the sum of its hours, and from its daily value. */
async function readEnergy(sn: string): Promise<number[]> {
  const span = {
    sns: sn,
    calcmethod: 'DIFF',
    startTime: `${DAY} 00:00:00`,
    endTime: `${DAY} 23:59:59`,
  } as const;
  const [whole] = await operator.call('accuSummarized', { query: span });
  const sums = (['HOUR', 'DAY'] as const).map(async (queryPeriod) => {
    const [trend] = await operator.call('historyTrend', { query: { ...span, queryPeriod } });
    return trend!.datas.reduce<number>((all, value) => all + (value ?? 0), 0);
  });
  return [whole!.value ?? 0, ...(await Promise.all(sums))];
}

/** Waits until all sums have this value. */
const settled = (sn: string, energy: number): Promise<number[]> =>
  until(
    () => readEnergy(sn),
    (sums) => sums.every((sum) => Math.abs(sum - energy) < 1e-6),
  );

const move = (fall: CounterFall, name: string, form: Record<string, unknown> = {}) =>
  operator.call('recordTransition', {
    path: { entity: 'counterFall', id: fall.id },
    body: { name, version: fall.version, form },
  });

beforeAll(async () => {
  site = await makeSite(operator);
});

describe('a counter that falls', () => {
  it('skips readings of zero when it continues, also at the full hour', async () => {
    const { sn, code } = await makeCounter();
    await sendReadings(code, [5000, 5010, 0, 5011, 5020]);
    const [fall] = await judgedFalls(sn, 1);
    expect(fall).toMatchObject({ kind: 'bridged', state: 'judged', leftOut: 1, counted: 1 });
    expect(fall).toMatchObject({ before: 5010, after: 0, back: 5011, unit: 'kWh' });
    await settled(sn, 20);
  });

  it('is judged in the same way if the readings arrive one by one', async () => {
    const { sn, code } = await makeCounter();
    for (const [at, value] of [5000, 5010, 0, 0, 5011, 5020].entries())
      await sendReadings(code, [value], BEGIN + at * 60_000);
    await settled(sn, 20);
    expect(await judgedFalls(sn, 1)).toMatchObject([{ kind: 'bridged', leftOut: 2 }]);
  });

  it('is judged in the same way if the faulty reading arrives late', async () => {
    const { sn, code } = await makeCounter();
    await sendReadings(code, [5000, 5010]);
    await sendReadings(code, [5011, 5020], BEGIN + 3 * 60_000);
    await sendReadings(code, [0], BEGIN + 2 * 60_000);
    expect(await judgedFalls(sn, 1)).toMatchObject([{ kind: 'bridged' }]);
    await settled(sn, 20);
  });

  it('counts a reset from zero, and a roll-over up to its end', async () => {
    const climb = Array.from({ length: 10 }, (_, at) => 8 + at);
    const reset = await makeCounter();
    await sendReadings(reset.code, [900, 910, 3, ...climb]);
    expect(await judgedFalls(reset.sn, 1)).toMatchObject([{ kind: 'reset', counted: 3 }]);
    await settled(reset.sn, 10 + 3 + 14);
    const round = await makeCounter({ rollOver: 65_536 });
    await sendReadings(round.code, [65_500, 10, ...climb.map((value) => value + 22)]);
    expect(await judgedFalls(round.sn, 1)).toMatchObject([{ kind: 'rolledOver', counted: 46 }]);
    await settled(round.sn, 46 + 29);
  });

  it('waits for more readings before it is judged', async () => {
    const { sn, code } = await makeCounter();
    await sendReadings(code, [900, 910, 3]);
    const [open] = await until(
      () => listFalls(sn),
      (falls) => falls.length === 1,
    );
    expect(open).toMatchObject({ kind: 'open', state: 'judged' });
    expect(await readEnergy(sn)).toEqual([13, 13, 13]);
  });

  it('is not recorded if the counter starts at zero each day', async () => {
    const daily = await makeCounter({ dailyReset: true });
    const other = await makeCounter();
    for (const { code } of [daily, other]) await sendReadings(code, [5000, 5010, 0, 5011]);
    await judgedFalls(other.sn, 1);
    expect(await listFalls(daily.sn)).toEqual([]);
  });

  it('is notified once, and only in its tenant', async () => {
    const { sn, code } = await makeCounter();
    await sendReadings(code, [5000, 5010, 0, 5011, 5020, 0, 5021]);
    await judgedFalls(sn, 2);
    const noticesOf = async (client: typeof operator | typeof stranger) =>
      (await client.call('noticePage', { query: { size: 100 } })).records.filter(({ text }) =>
        text.en.includes(`Total ${made}`),
      );
    expect(await noticesOf(operator)).toHaveLength(1);
    expect(await noticesOf(stranger)).toHaveLength(0);
    const { records } = await stranger.call('counterFallPage', { query: { size: 100 } });
    expect(records).toEqual([]);
  });
});

it('is deleted with its falls when purged, but not in the recycle bin', async () => {
  const { sn, code } = await makeCounter();
  await sendReadings(code, [5000, 5010, 0, 5011]);
  await judgedFalls(sn, 1);
  const { records: variables } = await operator.call('deviceVariablePage', {
    query: { filter: JSON.stringify({ and: [{ field: 'sn', op: 'eq', value: sn }] }) },
  });
  await operator.call('deviceVariableDelete', { path: { id: variables[0]!.id } });
  const other = await makeCounter();
  const [entry, before] = (await operator.call('recycleBin', { query: { entity: 'deviceVariable' } }))
    .records;
  expect([entry!.recordId, before]).toEqual([variables[0]!.id, undefined]);
  expect(await listFalls(sn)).toHaveLength(1);
  await sendReadings(other.code, [5000, 5010, 0, 5011]);
  await judgedFalls(other.sn, 1);
  await operator.call('recycleBinPurge', { body: { ids: [entry!.id] } });
  await expect.poll(() => listFalls(sn)).toEqual([]);
  expect(await listFalls(other.sn)).toHaveLength(1);
});

it('has its falls counted beside the bill of the month', async () => {
  const { total } = await operator.call('counterFallPage', { query: { size: 1 } });
  expect(total).toBeGreaterThan(0);
  const bill = (at: string) => operator.call('stationBill', { query: { stationSn: site.station.sn, at } });
  expect((await bill(DAY)).falls).toBe(total);
  expect((await bill('2026-10-02')).falls).toBe(0);
});

describe('a person corrects a fall', () => {
  it('by the wrong reading, and reverts it', async () => {
    const { sn, code } = await makeCounter();
    const climb = Array.from({ length: 12 }, (_, at) => 102 + at);
    await sendReadings(code, [100, 101, 999_999, ...climb]);
    const [fall] = await judgedFalls(sn, 1);
    expect(fall).toMatchObject({ kind: 'reset', before: 999_999, after: 102 });
    await move(fall!, 'markWrong', { wrongReading: 'before', remark: 'a bit that flipped' });
    await settled(sn, 13);
    const decided = await operator.call('counterFallGet', { path: { id: fall!.id } });
    expect(decided).toMatchObject({ state: 'wrong', remark: 'a bit that flipped' });
    expect(decided.decidedBy).not.toBeNull();
    await move(decided, 'takeBack');
    await settled(sn, 999_899 + 102 + 11);
  });

  it('by the readings of both meters after an exchange', async () => {
    const { sn, code } = await makeCounter();
    const climb = Array.from({ length: 12 }, (_, at) => 55 + at);
    await sendReadings(code, [900, 910, 50, ...climb]);
    const [fall] = await judgedFalls(sn, 1);
    const form = { oldEnd: 912, newStart: 48 };
    for (const [wrong, field] of [
      [{ oldEnd: 909 }, '/oldEnd'],
      [{ newStart: 51 }, '/newStart'],
      [{ exchangedAt: `${DAY}T01:00:00Z` }, '/exchangedAt'],
    ] as const) {
      const refused = await ask(operator, 'recordTransition', {
        path: { entity: 'counterFall', id: fall!.id },
        body: { name: 'exchange', version: fall!.version, form: { ...form, ...wrong } },
      });
      expect(refused.status).toBe(422);
      expect(JSON.stringify(refused)).toContain(field);
    }
    await move(fall!, 'exchange', form);
    await settled(sn, 10 + 2 + 2 + 5 + 11);
    const [decided] = await listFalls(sn);
    await move(decided!, 'takeBack');
    await settled(sn, 10 + 50 + 5 + 11);
    const [again] = await listFalls(sn);
    await move(again!, 'exchange', { ...form, exchangedAt: new Date(BEGIN + 90_000).toISOString() });
    await settled(sn, 10 + 2 + 2 + 5 + 11);
  });

  it('by confirming that the skipped readings are right', async () => {
    const { sn, code } = await makeCounter();
    await sendReadings(code, [5000, 5010, 0, 5011]);
    await settled(sn, 11);
    const [fall] = await judgedFalls(sn, 1);
    await move(fall!, 'restore');
    await settled(sn, 10 + 5011);
    expect(await listFalls(sn)).toMatchObject([{ state: 'restored' }]);
    const history = await operator.call('auditPage', {
      query: { entity: 'counterFall', recordId: String(fall!.id), size: 10 },
    });
    expect(JSON.stringify(history)).toContain('restore');
  });
});
