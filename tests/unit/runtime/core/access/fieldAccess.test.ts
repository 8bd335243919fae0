/** A field that shows a value of another record is hidden from users who may not see the value there. */
import { expect, it } from 'vitest';
import { type FieldRule, fieldAccess } from '../../../../../runtime/core/access/fieldAccess.ts';
import { entityOf } from '../../../../../runtime/core/definitions/entities.ts';

const accessTo = (name: string, rules: Readonly<Record<string, FieldRule>>) =>
  fieldAccess(
    {
      ...{ admin: false, permissions: new Set(['asset:*', 'defectRecord:*']) },
      fieldRules: new Map(Object.entries(rules)),
    },
    entityOf('asset'),
    name,
  );

it('a roll-up that shows the value of one record is hidden with it; a count is not', () => {
  const hidden = { 'defectRecord.foundOn': 'hidden' } as const;
  expect(accessTo('lastOutageOn', hidden)).toBe('hidden');
  expect(accessTo('outages', hidden)).toBe('write');
  expect(accessTo('lastOutageOn', { 'defectRecord.foundOn': 'read' })).toBe('write');
});
