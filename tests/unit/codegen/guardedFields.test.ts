/**
 * The fields that require a permission of their own. The tests of all operations read permissions from the
 * definitions, so they would not notice a missing permission.
 */
import { expect, it } from 'vitest';
import type { EntityDefinition } from '../../../generated/definition.ts';
import { entities } from '../../../generated/entities.ts';

const GUARDED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  bid: {
    tenderCost: 'tender:cost',
    cost: 'tender:cost',
    margin: 'tender:cost',
    marginRate: 'tender:cost',
  },
  device: { token: 'device:update' },
  executeSite: {
    finalAmount: 'executeSite:cost',
    budget: 'executeSite:cost',
    workCost: 'executeSite:cost',
    bookedCost: 'executeSite:cost',
    actualCost: 'executeSite:cost',
  },
  leaveDay: { type: 'leave:get' },
  manualWorkload: { rate: 'manualWorkload:cost', cost: 'manualWorkload:cost' },
  notificationChannel: { url: 'notificationChannel:update', secret: 'notificationChannel:update' },
  orderLine: { unitCost: 'salesOrder:cost', cost: 'salesOrder:cost' },
  quote: { cost: 'quote:cost', margin: 'quote:cost', marginRate: 'quote:cost' },
  quoteLine: { unitCost: 'quote:cost', cost: 'quote:cost' },
  salesOrder: { cost: 'salesOrder:cost', margin: 'salesOrder:cost' },
  tender: { cost: 'tender:cost', margin: 'tender:cost', marginRate: 'tender:cost' },
  tenderLine: { unitCost: 'tender:cost', cost: 'tender:cost' },
  user: { permissions: 'userPermission:get', idCard: 'user:idCard', hourlyRate: 'user:rate' },
};

it('each restricted field has its permission', () => {
  const all: readonly EntityDefinition[] = Object.values(entities);
  const found = all.flatMap(({ name, schema }) => {
    const guarded = Object.entries(schema.properties ?? {}).flatMap(
      ([field, { 'x-permission': permission }]) =>
        permission === undefined ? [] : [[field, permission] as const],
    );
    return guarded.length > 0 ? [[name, Object.fromEntries(guarded)] as const] : [];
  });
  expect(Object.fromEntries(found)).toEqual(GUARDED);
});
