import { describe, expect, it } from 'vitest';
import { dictionaries } from '../../../../../generated/dictionaries.ts';
import { takeMessage } from '../../../../../server/connectors/mqtt/packets/message.ts';
import type { Services } from '../../../../../server/engine/context.ts';
import type { DeviceEntry } from '../../../../../server/sites/telemetry/catalog/catalog.ts';
import { createIntake } from '../../../../../server/sites/telemetry/intake/intake.ts';
import { reasonText } from '../../../../../server/sites/telemetry/intake/reasons.ts';
import type { Parts } from '../../../../../server/sites/telemetry/intake/resolvePayload.ts';
import { clipText, exampleOf } from '../../../../../server/sites/telemetry/refusals/example.ts';
import {
  createTally,
  OTHERS,
  type Refused,
  SENDER_LINES,
  TENANT_LINES,
} from '../../../../../server/sites/telemetry/refusals/tally.ts';
import { NONE_FROZEN } from '../../../../../server/sites/telemetry/write/rollups/frozenHours.ts';

const refused = (own: Partial<Refused> = {}): Refused => ({
  tenantId: 1,
  deviceSn: 'd1',
  sender: 'd1',
  key: 'kw',
  reason: 'notANumber',
  ...own,
});

describe('the tally of refusals', () => {
  it('counts by device, sender, key and reason, from the first to the last, with the first example', () => {
    const tally = createTally();
    tally.note(refused({ example: 'abc' }), 10);
    tally.note(refused({ example: 'def' }), 30);
    tally.note(refused({ reason: 'empty' }), 20);
    tally.note(refused({ tenantId: 2 }), 20);
    expect(tally.take()).toMatchObject([
      { tenantId: 1, reason: 'notANumber', occurrences: 2, firstAt: 10, lastAt: 30, example: 'abc' },
      { tenantId: 1, reason: 'empty', occurrences: 1 },
      { tenantId: 2, reason: 'notANumber', occurrences: 1 },
    ]);
    expect(tally.take()).toEqual([]);
  });

  it('is limited per sender and per tenant; nothing remains uncounted', () => {
    const tally = createTally();
    for (let at = 0; at < 1_000; at += 1) tally.note(refused({ key: `k${at}` }), at);
    const own = tally.take();
    expect(own).toHaveLength(SENDER_LINES + 1);
    expect(own.find(({ key }) => key === OTHERS)).toMatchObject({ sender: 'd1', occurrences: 900 });

    for (let at = 0; at < 5_000; at += 1) tally.note(refused({ sender: `s${at}` }), at);
    tally.note(refused({ tenantId: 2 }), 0);
    const all = tally.take();
    expect(all.length).toBeLessThanOrEqual(TENANT_LINES + 2);
    expect(all.reduce((sum, { occurrences }) => sum + occurrences, 0)).toBe(5_001);
    expect(all.some(({ tenantId }) => tenantId === 2)).toBe(true);
  });

  it('restores counts that could not be written: added to later ones, within the same limits', () => {
    const tally = createTally();
    for (let at = 0; at < 150; at += 1) tally.note(refused({ key: `k${at}`, example: 'old' }), 10 + at);
    const drained = tally.take();
    tally.note(refused({ key: 'k5', example: 'new' }), 1_000);
    for (let at = 0; at < 60; at += 1) tally.note(refused({ key: `n${at}` }), 1_000);
    tally.restore(drained);
    const all = tally.take();
    expect(all.find(({ key }) => key === 'k5')).toMatchObject({
      ...{ occurrences: 2, firstAt: 15, lastAt: 1_000, example: 'old' },
    });
    expect(all.length).toBeLessThanOrEqual(SENDER_LINES + 1);
    expect(all.reduce((sum, { occurrences }) => sum + occurrences, 0)).toBe(150 + 61);
    expect(all.find(({ key }) => key === OTHERS)).toMatchObject({ sender: 'd1', lastAt: 159 });
  });

  it('cuts names that are longer than their columns', () => {
    const tally = createTally();
    tally.note(refused({ deviceSn: 'd'.repeat(500), key: '\u0007'.repeat(10) + 'k'.repeat(500) }), 0);
    const [line] = tally.take();
    expect(line?.deviceSn).toHaveLength(100);
    expect(line?.key).toHaveLength(100);
  });
});

describe('a message that the database will never accept', () => {
  const noted: Refused[] = [];
  const entry = { device: { tenantId: 1, sn: 'gw', stationSn: 's', enabled: true, gateway: true } };
  const intakeFailing = (code: string) =>
    createIntake({
      parts: {
        catalog: { byDeviceSn: () => Promise.reject(Object.assign(new Error(code), { code })) },
      } as unknown as Parts,
      writer: { add: async () => NONE_FROZEN, overloaded: () => null },
      refusals: { note: (one) => void noted.push(one) },
      heard: { note: () => {} },
    });

  it('is refused permanently and noted', async () => {
    const intake = intakeFailing('22021');
    const message = { a: { kw: 1 } };
    await expect(intake.receiveGateway(entry as unknown as DeviceEntry, message)).rejects.toMatchObject({
      key: 'telemetry.notStorable',
    });
    await expect(
      intake.collect({ tenantId: 1, deviceSns: null }, 'Ann', [{ device: 'a', key: 'kw', value: 1 }]),
    ).rejects.toMatchObject({
      key: 'telemetry.notStorable',
    });
    expect(noted).toMatchObject([
      { sender: 'gw', deviceSn: 'gw', reason: 'notStorable', example: message },
      { sender: 'Ann', deviceSn: 'Ann', reason: 'notStorable' },
    ]);
  });

  it('is distinguished from one that it may accept later', async () => {
    await expect(
      intakeFailing('57P03').receiveGateway(entry as unknown as DeviceEntry, { a: { kw: 1 } }),
    ).rejects.toMatchObject({ code: '57P03' });
  });

  it('is acknowledged over MQTT', async () => {
    const { receiveGateway } = intakeFailing('22021');
    const telemetry = { receiveGateway, room: async () => () => {} } as unknown as Services['telemetry'];
    const log = { debug: () => {} } as unknown as Services['log'];
    await takeMessage({ telemetry, log }, entry as unknown as DeviceEntry, '{"a": {"kw": 1}}', 'gateway');
  });
});

describe('an example', () => {
  it('is short, in one line, without control characters', () => {
    expect(exampleOf('a\u0000\u202E\n\t b\u2028c')).toBe('a b c');
    expect(exampleOf('x'.repeat(100_000))).toHaveLength(200);
    expect(exampleOf({ a: 1, b: { c: 2 }, d: 'e' })).toBe('{a: 1, b: …, d: e}');
    expect(exampleOf([1, null, 'x'])).toBe('[1, null, x]');
    expect(exampleOf(undefined)).toBe('');
    expect(exampleOf(Number.NaN)).toBe('NaN');
  });

  it('does not split a character, nor keep half of one', () => {
    const clipped = clipText('\u{1F600}'.repeat(10), 8);
    expect(clipped).toBe(`${'\u{1F600}'.repeat(3)}…`);
    expect(clipText('a\uD800b', 10).isWellFormed()).toBe(true);
  });
});

describe('reasons', () => {
  it('are the entries of their dictionary, in both languages', () => {
    for (const { value, title } of dictionaries.telemetryReason.entries) {
      expect(reasonText(value as Refused['reason'], 'zh')).toBe(title.zh);
      expect(reasonText(value as Refused['reason'], 'en')).toBe(title.en);
    }
  });
});
