import { describe, expect, it } from 'vitest';
import { tilesOf } from '../../../runtime/kit/map/tiles.ts';
import { fitView, makeClusters, type Point, pixelOf, zoomView } from '../../../runtime/kit/map/view.ts';
import { addressPlayable, chooseCamera, pauseRetry } from '../../../widgets/camera/cameras.ts';
import {
  commandNewest,
  controlBlock,
  valueWords,
  writtenValue,
} from '../../../widgets/remoteControl/controls.ts';
import { countProgress, shareDone } from '../../../widgets/workOrderStatistics/totals.ts';
import { makeBars } from '../../../widgets/workTypeStatistics/types.ts';

describe('remote control', () => {
  const words = { on: 'On', off: 'Off' };
  const number = { dataType: 'number', unit: '°C', decimals: 1, states: null };

  it('shows a value by the name of its state, as on or off, or as a figure', () => {
    const states = [{ value: 1, name: 'closed' }];
    expect(valueWords({ ...number, states }, 1, words)).toBe('closed');
    expect(valueWords({ ...number, dataType: 'boolean', states }, true, words)).toBe('closed');
    expect(valueWords({ ...number, dataType: 'boolean' }, 0, words)).toBe('Off');
    expect(valueWords(number, 24, words)).toBe('24.0 °C');
    expect(valueWords(number, null, words)).toBe('--');
  });

  it('controls nothing in edit mode or without the permission', () => {
    expect(controlBlock({ editing: true }, true)).toBe('editing');
    expect(controlBlock({ editing: false }, false)).toBe('forbidden');
    expect(controlBlock({ editing: false }, true)).toBeNull();
  });

  it("shows the device's value if it differs from the sent one", () => {
    const answered = (answer: string | null, state = 'acknowledged') =>
      writtenValue({ state, answer } as Parameters<typeof writtenValue>[0]);
    expect(answered('{"success":true,"written":12.3}')).toBe(12.3);
    expect(answered('{"success":true,"written":0}')).toBe(0);
    expect([answered('{"success":true}'), answered('done'), answered(null), answered('null')]).toEqual([
      ...[null, null, null, null],
    ]);
    expect(answered('{"written":1}', 'rejected')).toBeNull();
  });

  it('shows its own command until the board has a newer value', () => {
    const command = (id: number, state: 'requested' | 'acknowledged' | 'expired') =>
      ({ id, state }) as Parameters<typeof commandNewest>[1] & object;
    expect(commandNewest(command(1, 'acknowledged'), command(2, 'requested'))?.id).toBe(2);
    expect(commandNewest(command(2, 'requested'), command(2, 'acknowledged'))?.state).toBe('acknowledged');
    expect(commandNewest(command(2, 'expired'), command(2, 'requested'))?.state).toBe('expired');
    expect(commandNewest(command(3, 'requested'), command(2, 'acknowledged'))?.id).toBe(3);
    expect(commandNewest(null, undefined)).toBeNull();
  });
});

describe('station map', () => {
  const size = { width: 600, height: 400 };
  const places: Point[] = [
    [120.7, 31.3],
    [89.2, 42.9],
    [100.3, 5.3],
  ];

  it('fits all places into the visible area, with a margin', () => {
    const view = fitView(places, size);
    for (const place of places) {
      const { x, y } = pixelOf(view, size, place);
      expect(x).toBeGreaterThan(20);
      expect(x).toBeLessThan(size.width - 20);
      expect(y).toBeGreaterThan(20);
      expect(y).toBeLessThan(size.height - 20);
    }
  });

  it('is zoomed around the place under the pointer', () => {
    const view = fitView([places[0]!], size);
    const at = { x: 450, y: 200 };
    const before = view.center[0] + (at.x - size.width / 2) / view.scale;
    const near = zoomView(view, size, 2, at);
    expect(near.scale).toBeCloseTo(view.scale * 2);
    expect(near.center[0] + (at.x - size.width / 2) / near.scale).toBeCloseTo(before, 6);
  });

  it('groups overlapping signs, and keeps every station', () => {
    const pixels = [0, 10, 300].map((x) => ({ x, y: 0 }));
    const clusters = makeClusters(pixels, (pixel) => pixel, 36);
    expect(clusters.map(({ items, x }) => [items.length, x])).toEqual([
      [2, 5],
      [1, 300],
    ]);
  });

  it('covers the visible area with adjacent tiles', () => {
    const view = fitView(places, size);
    const tiles = tilesOf('https://maps.example/{z}/{x}/{y}.png', view, size);
    expect(tiles[0]?.address).toMatch(/^https:\/\/maps\.example\/\d+\/\d+\/\d+\.png$/);
    expect(Math.min(...tiles.map(({ x }) => x))).toBeLessThanOrEqual(0);
    expect(Math.min(...tiles.map(({ y }) => y))).toBeLessThanOrEqual(0);
    expect(Math.max(...tiles.map(({ x, width }) => x + width))).toBeGreaterThanOrEqual(size.width);
    expect(Math.max(...tiles.map(({ y, height }) => y + height))).toBeGreaterThanOrEqual(size.height);
    const [first, next] = tiles;
    expect(next!.x).toBeCloseTo(first!.x + first!.width, 6);
  });
});

it('the completed share excludes revoked work orders, and bars are relative to the longest', () => {
  const totals = {
    ...{ total: 12, pending: 1, processing: 1, waiting: 0, checking: 0 },
    ...{ completed: 8, revoked: 2, overdue: 1 },
  };
  expect(shareDone(totals)).toBe(0.8);
  expect(shareDone({ ...totals, total: 2 })).toBeNull();
  expect(countProgress({ ...totals, waiting: 2, checking: 3 })).toBe(6);
  const data = [
    { type: 'repair', total: 8, open: 2 },
    { type: 'test', total: 2, open: 2 },
  ];
  expect(
    makeBars({ key: 'k', ok: true, data }).map(({ length, openLength }) => [length, openLength]),
  ).toEqual([
    [100, 25],
    [25, 100],
  ]);
});

it('cameras play only web addresses, and the chosen one', () => {
  for (const address of ['javascript:alert(1)', 'file:///x', '//evil.example/x', 'data:text/html,x', null])
    expect(addressPlayable(address)).toBeNull();
  expect(addressPlayable('/ems/api/ipc/ipc/1/stream')).toBe('/ems/api/ipc/ipc/1/stream');
  expect(addressPlayable('https://cams.example/a.m3u8')).toBe('https://cams.example/a.m3u8');
  const cameras = [1, 2, 3].map((id) => ({
    ...{ id, name: `C${id}`, place: null, protocol: 'mjpeg' as const, address: null, blocked: null },
    ...{ kind: 'fixed' as const, groupId: null },
  }));
  expect(chooseCamera(cameras, 3, 2)?.id).toBe(3);
  expect(chooseCamera(cameras, 9, 2)?.id).toBe(2);
  expect(chooseCamera(cameras, null, undefined)?.id).toBe(1);
});

it('cameras are retried after growing pauses of at most a minute', () => {
  expect([1, 2, 3, 4, 5, 6, 50].map(pauseRetry)).toEqual([2, 4, 8, 16, 32, 60, 60].map((s) => s * 1000));
});
