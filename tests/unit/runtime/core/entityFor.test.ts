import { describe, expect, it } from 'vitest';
import { dictionaries } from '../../../../generated/dictionaries.ts';
import { entities } from '../../../../generated/entities.ts';
import type { FieldRights, FieldRule } from '../../../../runtime/core/access/fieldAccess.ts';
import type { Entity } from '../../../../runtime/core/definitions/entities.ts';
import { completeValues, pickValues } from '../../../../runtime/core/rules/values.ts';
import { buildForm } from '../../../../runtime/form/model/build.ts';
import { fieldErrors } from '../../../../runtime/form/model/problems.ts';
import { interpretValidator } from '../../../../runtime/form/model/validator.ts';
import { entityFor } from '../../../../runtime/kit/session/entityFor.ts';
import { bulkFields } from '../../../../runtime/list/bulk/bulkForm.ts';
import { layoutDefault, readLayout } from '../../../../runtime/list/table/columnLayout.ts';
import { columnNames } from '../../../../runtime/record/query/fields.ts';
import { filterNames } from '../../../../runtime/record/query/ops.ts';
import { buildQuery, readState } from '../../../../runtime/record/query/query.ts';

const customer: Entity = entities.customer;
const user: Entity = entities.user;
const rights = (
  permissions: readonly string[],
  rules: Readonly<Record<string, FieldRule>> = {},
  admin = false,
): FieldRights => ({
  admin,
  permissions: new Set(permissions),
  fieldRules: new Map(Object.entries(rules)),
});
const ruled = rights(['customer:*'], {
  'customer.creditRating': 'hidden',
  'customer.name': 'hidden',
  'customer.level': 'read',
});
const seen = entityFor(ruled, customer, 'read');
const writable = entityFor(ruled, customer, 'write');
/** Returns what the dialog of a new record sends when nothing is entered. */
const newSent = (entity: Entity) => pickValues(entity.schema, completeValues(entity.schema, {}));
const drawn = (entity: Entity) =>
  buildForm(entity.schema, entity.pure, { lang: 'en', value: {}, context: {}, dictionaries, ui: entity.ui })
    .uiSchema;

describe('an entity for a user', () => {
  it('is the entity itself if nothing is hidden, otherwise always the same object', () => {
    expect(entityFor(rights(['customer:*']), customer, 'write')).toBe(customer);
    expect(entityFor(rights([], { 'customer.name': 'hidden' }, true), customer, 'read')).toBe(customer);
    expect(entityFor(ruled, customer, 'read')).toBe(seen);
    expect(entityFor(ruled, seen, 'read')).toBe(seen);
  });

  it('has no hidden field in its columns, filters, sort order and address', () => {
    expect(layoutDefault(seen).shown).not.toContain('creditRating');
    expect(layoutDefault(seen).shown[0]).toBe('industry');
    expect(readLayout(seen, { shown: ['creditRating', 'city'] }).shown).toEqual(['industry', 'city']);
    expect(columnNames(seen)).not.toContain('creditRating');
    expect(filterNames(seen)).not.toContain('creditRating');
    expect(seen.list.filters).toContain('level');
    expect(seen.list.filters).not.toContain('creditRating');
    expect(seen.list.print).not.toContain('name');
    const address = new URLSearchParams('f.creditRating=good&sort=creditRating&columns=creditRating,city');
    const state = readState(seen, address);
    expect(buildQuery(seen, state)).toEqual({ search: undefined, filter: undefined, sort: undefined });
    expect(state.columns).toEqual(['city']);
  });

  it('shows read-only fields, and neither edits nor sends them', () => {
    expect(columnNames(seen)).toContain('level');
    expect(bulkFields(seen)).toContain('level');
    expect(bulkFields(writable)).not.toContain('level');
    expect(bulkFields(writable)).not.toContain('creditRating');
    expect(newSent(customer)).toMatchObject({ level: 'NP', creditRating: 'normal' });
    expect(Object.keys(newSent(writable))).not.toContain('level');
    expect(Object.keys(newSent(writable))).not.toContain('creditRating');
  });

  it('draws only named fields, and requires no others', () => {
    const uiSchema = drawn(writable);
    expect(uiSchema.creditRating).toEqual({ 'ui:widget': 'hidden' });
    expect(uiSchema.level).toEqual({ 'ui:widget': 'hidden' });
    expect(uiSchema.city['ui:widget']).toBe('text');
    const problems = interpretValidator(customer.pure).problems({});
    expect(problems.map(({ path }) => path[0])).toContain('name');
    const errors = fieldErrors(writable.schema, problems, {}, {}, 'en');
    expect(errors.map(({ path }) => path[0])).not.toContain('name');
    expect(writable.ui?.sections?.flatMap(({ fields }) => fields)).not.toContain('level');
  });

  it('hides a field from users without its permission', () => {
    const clerk = entityFor(rights(['user:*'], {}), user, 'write');
    expect(newSent(user)).toHaveProperty('permissions', []);
    expect(newSent(clerk)).not.toHaveProperty('permissions');
    expect(clerk.schema.properties).toHaveProperty('idCard');
    const chief = entityFor(rights(['user:*', 'userPermission:get@own']), user, 'write');
    expect(newSent(chief)).toHaveProperty('permissions');
  });

  it('has at least one column', () => {
    const rules = Object.fromEntries(
      customer.list.columns.map((name) => [`customer.${name}`, 'hidden' as const]),
    );
    expect(entityFor(rights(['customer:*'], rules), customer, 'read').list.columns).toEqual(['updatedAt']);
    const bare = { ...customer, list: { columns: ['name'] } };
    expect(entityFor(rights(['customer:*'], rules), bare, 'read').list.columns).toEqual(['id']);
  });
});
