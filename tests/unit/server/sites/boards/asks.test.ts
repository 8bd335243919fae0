import { describe, expect, it } from 'vitest';
import type { DashboardDocument } from '../../../../../generated/definition.ts';
import { createOpenLimit } from '../../../../../server/platform/openLimit.ts';
import type { BoardNeed } from '../../../../../server/sites/boards/query.ts';
import { isNeedAllowed, readSharedScope } from '../../../../../server/sites/boards/sharedBoardScope.ts';

const place = (type: string, config: Record<string, unknown> = {}) => ({
  id: type,
  type,
  version: 1,
  config,
});
const document: DashboardDocument = {
  version: 1,
  widgets: [
    place('keyData', { deviceValue: ['d', 'd-power'], name: 'd-energy' }),
    place('workOrderList'),
    place('noSuchWidget', { deviceValue: ['d', 'd-secret'] }),
    place('signalChange', {
      signals: [{ deviceVar: ['d', 'd-door'] }, { deviceVar: ['d', 'd-fan'] }],
      size: 20,
    }),
    place('energyTrend', { labels: [7] }),
    place('remoteControl', { controls: [{ deviceVar: ['d', 'd-door'] }] }),
    place('constructor'),
  ],
  layouts: { lg: [] },
};
const scope = readSharedScope(document, null);
const allowed = (need: Record<string, unknown>) =>
  isNeedAllowed({ key: 'k', ...need } as BoardNeed, scope, 'S1');
const order = ({ query, body }: Record<string, Record<string, unknown>>) =>
  allowed({ kind: 'call', operation: 'boardOrderList', query: { show: 'open', size: 10, ...query }, body });

describe('a link to a board', () => {
  it('returns variables that its configurations name as such', () => {
    expect(allowed({ kind: 'realtime', sns: ['d-power'] })).toBe(true);
    for (const sn of ['d-energy', 'd-secret', 'd']) {
      for (const kind of ['realtime', 'statistic', 'history'])
        expect(allowed({ kind, sns: ['d-power', sn] })).toBe(false);
    }
  });

  it('returns the other needs of its widgets', () => {
    expect(allowed({ kind: 'stationDetails' })).toBe(true);
    expect(allowed({ kind: 'stationStatus' })).toBe(false);
    expect(allowed({ kind: 'alarms' })).toBe(false);
    expect(readSharedScope({ ...document, widgets: [] }, null).asks.size).toBe(0);
  });

  it('allows calls of its widgets only about its own station', () => {
    expect(order({ query: { stationSn: 'S1' } })).toBe(true);
    expect(order({ query: { stationSn: 'S2' } })).toBe(false);
    expect(order({ query: { stationSn: 'S1' }, body: { sn: 'S2' } })).toBe(false);
    expect(order({ query: {} })).toBe(false);
    expect(order({ query: { stationSn: ['S1', 'S2'] } })).toBe(false);
    expect(allowed({ kind: 'call', operation: 'userPage', query: { stationSn: 'S1' } })).toBe(false);
  });

  it('allows no device and no variable that the board does not name', () => {
    expect(order({ query: { stationSn: 'S1', deviceSn: 'd' } })).toBe(true);
    expect(order({ query: { stationSn: 'S1', deviceSn: 'e' } })).toBe(false);
    expect(order({ body: { stationSn: 'S1', variableSns: ['d-power', 'd-secret'] } })).toBe(false);
  });

  it('keeps everything that its widgets show, and nothing else', () => {
    const isAllowed = (operation: string, part: Record<string, unknown>) =>
      allowed({ kind: 'call', operation, ...part });
    const changes = (sns?: string, size = 20) =>
      isAllowed('signalChanges', { query: { stationSn: 'S1', size, ...(sns !== undefined && { sns }) } });
    expect([changes('d-door,d-fan'), changes('d-fan')]).toEqual([true, true]);
    expect([changes(), changes(''), changes('d-door,d-secret'), changes('d-door', 500)]).not.toContain(true);
    const trend = (body: Record<string, unknown>) =>
      isAllowed('energyLabelBranch', {
        body: { stationSn: 'S1', energyType: 'electricity', labelType: 'area', ...body },
      });
    expect(trend({ labels: [7] })).toBe(true);
    expect([trend({}), trend({ labels: [7, 8] }), trend({ labels: [7], energyType: 'water' })]).not.toContain(
      true,
    );
    for (const operation of ['controlVariables', 'controlStatus']) {
      expect(isAllowed(operation, { query: { stationSn: 'S1', variableSns: 'd-door' } })).toBe(true);
      expect(isAllowed(operation, { query: { stationSn: 'S1' } })).toBe(false);
      expect(isAllowed(operation, { query: { stationSn: 'S1', variableSns: 'd-secret' } })).toBe(false);
    }
  });
});

it('limits the requests of one address per minute', () => {
  const now = Date.now() + 3_600_000;
  const { waitIp } = createOpenLimit();
  const waits = Array.from({ length: 301 }, () => waitIp('192.0.2.1', now));
  expect(waits.slice(0, 300).every((wait) => wait === 0)).toBe(true);
  expect(waits[300]).toBeGreaterThan(0);
  expect(waitIp('192.0.2.2', now)).toBe(0);
  expect(waitIp('192.0.2.1', now + 60_000)).toBe(0);
});
