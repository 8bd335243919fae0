import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { findAffected, type Sources } from '../../run/affected.ts';
import { AFFECTS, EVERYTHING, roomsOf } from '../../run/affects.ts';

const TEXTS: Readonly<Record<string, string>> = {
  'tests/api/alarms/alarm.test.ts': `import { makeSite } from '../../support/telemetry/site.ts';`,
  'tests/api/business/orders.test.ts': `import { sell } from '../../support/records/sell.ts';`,
  'tests/api/lists/lists.test.ts': `client.call('getCustomerList')`,
  'tests/browser/boards/board.test.ts': `page.goto('/board')`,
  'tests/support/records/sell.ts': `client.call('saveOrder', {})`,
  'tests/support/telemetry/site.ts': `client.call('stationCreate', {})`,
  'openapi/order.yaml': 'operationId: saveOrder',
};
const FILES = Object.keys(TEXTS).filter((path) => path.endsWith('.test.ts'));
const SOURCES: Sources = {
  textOf: (path) => TEXTS[path] ?? '',
  operations: ['saveOrder', 'getCustomerList', 'stationCreate'],
  operationsOf: (entity) => (entity === 'customer' ? ['getCustomerList'] : []),
};
const affected = (...changed: string[]) => {
  const { files, ...rest } = findAffected(changed, FILES, SOURCES);
  return { files: [...files].map((file) => file.split('/').pop()), ...rest };
};

describe('a change concerns', () => {
  it('nothing where documents, benches and unit tests alone have changed', () => {
    expect(affected('docs/alarms.md', 'bench/crud.ts', 'tests/unit/run/affected.test.ts')).toEqual({
      files: [],
      walks: false,
      names: [],
    });
  });

  it('the rooms of tests that belong to a room of the server', () => {
    expect(affected('server/sites/alarms/judge.ts').files).toEqual(['alarm.test.ts', 'board.test.ts']);
  });

  it('everything where nothing narrower is known', () => {
    const { files, walks } = affected('server/platform/db/tenant.ts');
    expect([files.length, walks]).toEqual([FILES.length, true]);
  });

  it('the tests that import what tests share, over any number of files', () => {
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

  it('a test that has changed itself', () => {
    expect(affected('tests/browser/boards/board.test.ts').files).toEqual(['board.test.ts']);
  });
});

describe('the table', () => {
  const rooms = [...new Set(Object.values(AFFECTS).flat())].filter(
    (room) => room !== 'by name' && room !== 'walks',
  );

  it.each(rooms)('names rooms that there are: %s', (room) => {
    expect(existsSync(`tests/${room}`)).toBe(true);
  });

  it.each(Object.keys(AFFECTS))('begins paths that there are: %s', (start) => {
    expect(existsSync(start) || existsSync(`${start}.ts`)).toBe(true);
  });

  it('takes the longest beginning', () => {
    expect(roomsOf('server/sites/access/menu.ts')).toContain('api/access');
    expect(roomsOf('server/app.ts')).toBe(EVERYTHING);
  });
});
