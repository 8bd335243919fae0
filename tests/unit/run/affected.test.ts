import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { findAffected, type Sources } from '../../run/affected.ts';
import { AFFECTS, EVERYTHING, roomsOf } from '../../run/affects.ts';
import { readSources } from '../../run/sources.ts';

const TEXTS: Readonly<Record<string, string>> = {
  'tests/api/alarms/alarm.test.ts': `import { makeSite } from '../../support/telemetry/site.ts';`,
  'tests/api/business/orders.test.ts': `import { sell } from '../../support/records/sell.ts';`,
  'tests/api/lists/lists.test.ts': `client.call('getCustomerList')`,
  'tests/api/records/plans.test.ts': `import { judge } from '../../../server/sites/quality/judge.ts';
import type { Row } from '../../../server/sites/quality/types.ts';`,
  'tests/browser/boards/board.test.ts': `page.goto('/board')`,
  'tests/browser/records/open.test.ts': `signIn(page, server, boss, '/main/manager/clients?tab=1')`,
  'tests/support/records/sell.ts': `client.call('saveOrder', {})`,
  'tests/support/telemetry/site.ts': `client.call('stationCreate', {})`,
  'openapi/order.yaml': 'operationId: saveOrder',
  'server/calls/station.ts': 'export const stationCalls = { stationCreate: () => open() };',
  'pages/cameras/Wall.tsx': `call('stationCreate', {})`,
  'schemas/documents/offer.json': '{ "name": "offer", "of": "sell" }',
  'schemas/pages/bottom/Clients.json': '{ "name": "Clients", "route": "/main/manager/clients" }',
};
const FILES = Object.keys(TEXTS).filter((path) => path.endsWith('.test.ts'));
const SOURCES: Sources = {
  textOf: (path) => TEXTS[path] ?? '',
  operations: ['saveOrder', 'getCustomerList', 'stationCreate'],
  operationsOf: (entity) => (entity === 'customer' ? ['getCustomerList'] : []),
  holdersOf: (path) => (path.endsWith('/customerContact.json') ? ['customer'] : []),
  entitiesWith: (dictionary) => (dictionary === 'orderKind' ? ['sell'] : []),
  pagesIn: (folder) => (folder === 'pages/cameras/' ? ['VideoWall'] : []),
  screensAsking: (calls) => (calls.includes('stationCreate') ? ['pages/cameras/Wall.tsx'] : []),
};
const affected = (...changed: string[]) => {
  const { files, ...rest } = findAffected(changed, FILES, SOURCES);
  return { files: [...files].map((file) => file.split('/').pop()), ...rest };
};

describe('a change affects', () => {
  it('nothing if only documents, benches and unit tests changed', () => {
    expect(affected('docs/alarms.md', 'bench/crud.ts', 'tests/unit/run/affected.test.ts')).toEqual({
      files: [],
      walks: false,
      names: [],
    });
  });

  it('the rooms of tests that belong to a room of the server', () => {
    expect(affected('server/sites/alarms/judge.ts').files).toEqual(['alarm.test.ts', 'board.test.ts']);
  });

  it('everything if the table has no narrower entry', () => {
    const { files, walks } = affected('server/platform/db/tenant.ts');
    expect([files.length, walks]).toEqual([FILES.length, true]);
  });

  it('all pages, but not all operations, if a screen changed', () => {
    const walksOf = (room: string) => {
      const own = FILES.filter((file) => file.startsWith(`tests/${room}/`));
      return findAffected(['runtime/list/screen/List.tsx'], own, SOURCES).walks;
    };
    expect([walksOf('api'), walksOf('browser')]).toEqual([false, true]);
  });

  it('the pages of a room of pages, if only that room changed', () => {
    const { walks, names } = affected('pages/cameras/parts/Wall.tsx');
    expect([walks, names]).toEqual([false, ['VideoWall']]);
  });

  it('the tests that import changed helpers, through any number of files', () => {
    expect(affected('tests/support/telemetry/site.ts').files).toEqual(['alarm.test.ts']);
  });

  it('the tests that name a call of a document, or of an entity', () => {
    expect(affected('openapi/order.yaml')).toEqual({
      files: ['orders.test.ts'],
      walks: false,
      names: ['saveOrder'],
    });
    expect(affected('schemas/entities/manager/customer.json')).toEqual({
      files: ['lists.test.ts'],
      walks: false,
      names: ['customer', 'getCustomerList'],
    });
  });

  it('the tests of the record whose form saves the lines', () => {
    expect(affected('schemas/entities/manager/customerContact.json')).toMatchObject({
      files: ['lists.test.ts'],
      names: ['customerContact', 'customer', 'getCustomerList'],
    });
    const { holdersOf } = readSources();
    expect(holdersOf('schemas/entities/manager/tenderLine.json')).toEqual(['tender']);
    expect(holdersOf('schemas/entities/manager/tender.json')).toEqual([]);
  });

  it('the tests that open a page, or name the owner of a document or a dictionary', () => {
    expect(affected('schemas/pages/bottom/Clients.json').files).toEqual(['open.test.ts']);
    expect(affected('schemas/documents/offer.json').files).toEqual(['orders.test.ts']);
    expect(affected('schemas/dictionaries/orderKind.json').files).toEqual(['orders.test.ts']);
  });

  it('the rooms of the screens that use a call', () => {
    expect(affected('server/calls/station.ts').files).toEqual(['alarm.test.ts', 'board.test.ts']);
  });

  it('the boards if a definition of a widget changed that no test names', () => {
    expect(affected('schemas/widgets/cellMap.json').files).toEqual(['board.test.ts']);
  });

  it('the tests that import a file of the product, not only its types', () => {
    expect(affected('server/sites/quality/judge.ts').files).toContain('plans.test.ts');
    expect(affected('server/sites/quality/types.ts').files).not.toContain('plans.test.ts');
  });

  it('a test that changed itself', () => {
    expect(affected('tests/browser/boards/board.test.ts').files).toEqual(['board.test.ts']);
  });
});

describe('the table', () => {
  const rooms = [...new Set(Object.values(AFFECTS).flat())].filter(
    (room) => !['by name', 'callWalks', 'screenWalks', 'stories'].includes(room),
  );

  it.each(rooms)('names existing rooms: %s', (room) => {
    expect(existsSync(`tests/${room}`)).toBe(true);
  });

  it.each(Object.keys(AFFECTS))('has beginnings of existing paths: %s', (start) => {
    expect(existsSync(start) || existsSync(`${start}.ts`)).toBe(true);
  });

  it.each([
    // The video wall is tested with the boards, because these show its cameras.
    ['pages/cameras/parts/OpenEvents.tsx', 'browser/boards'],
    ['widgets/remoteControl/RemoteControl.tsx', 'browser/devices'],
    ['server/engine/access/recordScope.ts', 'api'],
    ['widgets/stationMap/stations.ts', 'browser/shell'],
    ['server/engine/documents/pdf.ts', 'api/demo'],
    ['server/engine/excel/file/tableWrite.ts', 'api/access'],
    ['server/engine/notices/index.ts', 'api/approvals'],
    ['server/engine/time/calendar.ts', 'api/approvals'],
    ['server/connectors/csv/priceFile.ts', 'api/sites'],
    ['server/connectors/mqtt/signIn.ts', 'api/devices'],
    ['server/sites/boards/tableFile.ts', 'api/lists'],
    ['server/sites/factoryTests/evaluate.ts', 'api/business'],
    ['server/sites/notify/alarmStatus.ts', 'api/sites'],
    ['server/sites/overview/hooks.ts', 'api/records'],
  ])('gives %s the rooms of those that use it: %s', (path, room) => {
    expect(roomsOf(path)).toContain(room);
  });

  it('takes the longest beginning', () => {
    expect(roomsOf('server/sites/siteAccess/menu.ts')).toContain('api/access');
    expect(roomsOf('server/app.ts')).toBe(EVERYTHING);
  });
});

it('a change of screens affects all stories, a change of the server none', () => {
  const story = 'generated/stories/lists.stories.tsx';
  const isTried = (path: string) => findAffected([path], [story], SOURCES).files.has(story);
  expect(
    ['runtime/form/screen/Form.tsx', 'widgets/gauge/Gauge.tsx', '.storybook/main.ts'].map(isTried),
  ).toEqual([...[true, true, true]]);
  expect(['server/sites/energy/charge.ts', 'docs/architecture.md'].map(isTried)).toEqual([false, false]);
});
