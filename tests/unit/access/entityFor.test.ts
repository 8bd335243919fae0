import { describe, expect, it } from 'vitest';
import { dictionaries } from '../../../generated/dictionaries.ts';
import { entities } from '../../../generated/entities.ts';
import { entity_for } from '../../../runtime/access/entityFor.ts';
import type { Entity } from '../../../runtime/core/definitions/entities.ts';
import type { FieldRights, FieldRule } from '../../../runtime/core/fieldAccess.ts';
import { values_complete, values_pick } from '../../../runtime/core/values.ts';
import { form_build } from '../../../runtime/form/build.ts';
import { field_errors } from '../../../runtime/form/problems.ts';
import { validator_interpret } from '../../../runtime/form/validator.ts';
import { bulk_fields } from '../../../runtime/list/bulk/bulkForm.ts';
import { column_names } from '../../../runtime/list/fields.ts';
import { filter_names } from '../../../runtime/list/filter/ops.ts';
import { query_build, state_read } from '../../../runtime/list/query.ts';
import { layout_default, layout_read } from '../../../runtime/list/table/layout.ts';

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
const seen = entity_for(ruled, customer, 'read');
const writable = entity_for(ruled, customer, 'write');
/** What the dialog of a new record sends when nothing is entered. */
const sent_new = (entity: Entity) => values_pick(entity.schema, values_complete(entity.schema, {}));
const drawn = (entity: Entity) =>
  form_build(entity.schema, entity.pure, { lang: 'en', value: {}, context: {}, dictionaries, ui: entity.ui })
    .uiSchema;

describe('an entity as somebody has it', () => {
  it('is the entity itself where nothing is kept from them, and else always the same', () => {
    expect(entity_for(rights(['customer:*']), customer, 'write')).toBe(customer);
    expect(entity_for(rights([], { 'customer.name': 'hidden' }, true), customer, 'read')).toBe(customer);
    expect(entity_for(ruled, customer, 'read')).toBe(seen);
    expect(entity_for(ruled, seen, 'read')).toBe(seen);
  });

  it('has no hidden field in its columns, filters, order and address', () => {
    expect(layout_default(seen).shown).not.toContain('creditRating');
    expect(layout_default(seen).shown[0]).toBe('industry');
    expect(layout_read(seen, { shown: ['creditRating', 'city'] }).shown).toEqual(['industry', 'city']);
    expect(column_names(seen)).not.toContain('creditRating');
    expect(filter_names(seen)).not.toContain('creditRating');
    expect(seen.list.filters).toContain('level');
    expect(seen.list.filters).not.toContain('creditRating');
    expect(seen.list.print).not.toContain('name');
    const address = new URLSearchParams('f.creditRating=good&sort=creditRating&columns=creditRating,city');
    const state = state_read(seen, address);
    expect(query_build(seen, state)).toEqual({ search: undefined, filter: undefined, sort: undefined });
    expect(state.columns).toEqual(['city']);
  });

  it('shows what may only be read, and neither enters nor sends it', () => {
    expect(column_names(seen)).toContain('level');
    expect(bulk_fields(seen)).toContain('level');
    expect(bulk_fields(writable)).not.toContain('level');
    expect(bulk_fields(writable)).not.toContain('creditRating');
    expect(sent_new(customer)).toMatchObject({ level: 'NP', creditRating: 'normal' });
    expect(Object.keys(sent_new(writable))).not.toContain('level');
    expect(Object.keys(sent_new(writable))).not.toContain('creditRating');
  });

  it('draws no field that it does not name, and asks for none', () => {
    const uiSchema = drawn(writable);
    expect(uiSchema.creditRating).toEqual({ 'ui:widget': 'hidden' });
    expect(uiSchema.level).toEqual({ 'ui:widget': 'hidden' });
    expect(uiSchema.city['ui:widget']).toBe('text');
    const problems = validator_interpret(customer.pure).problems({});
    expect(problems.map(({ path }) => path[0])).toContain('name');
    const errors = field_errors(writable.schema, problems, {}, {}, 'en');
    expect(errors.map(({ path }) => path[0])).not.toContain('name');
    expect(writable.ui?.sections?.flatMap(({ fields }) => fields)).not.toContain('level');
  });

  it('keeps a field that needs a permission of its own from who lacks it', () => {
    const clerk = entity_for(rights(['user:*'], {}), user, 'write');
    expect(sent_new(user)).toHaveProperty('permissions', []);
    expect(sent_new(clerk)).not.toHaveProperty('permissions');
    expect(clerk.schema.properties).toHaveProperty('idCard');
    const chief = entity_for(rights(['user:*', 'userPermission:get@own']), user, 'write');
    expect(sent_new(chief)).toHaveProperty('permissions');
  });

  it('has one column at least', () => {
    const rules = Object.fromEntries(
      customer.list.columns.map((name) => [`customer.${name}`, 'hidden' as const]),
    );
    expect(entity_for(rights(['customer:*'], rules), customer, 'read').list.columns).toEqual(['updatedAt']);
    const bare = { ...customer, list: { columns: ['name'] } };
    expect(entity_for(rights(['customer:*'], rules), bare, 'read').list.columns).toEqual(['id']);
  });
});
