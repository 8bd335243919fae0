/** Converts the conditions of a call to a filter: values of fields, comparisons, fields of a referenced record. */
import { type Entity, entityOf } from '../../../../runtime/core/definitions/entities.ts';
import { AppError } from '../../../platform/errors/errors.ts';
import type { Caller } from '../../access/asker.ts';
import { recordScope, recordWhere } from '../../access/recordScope.ts';
import { columnsOf, fieldSeen, fieldsOf, itemTypeOf, listHiddenFields } from '../columns.ts';
import { type FilterContext, type FilterNode, readFilter } from './filter.ts';
import { siteFilter } from './siteFilter.ts';

/** The comparisons of one field, with the values from the request. */
export class Compared {
  readonly parts: readonly { op: string; value: unknown }[];
  /** True if records without a value also match. */
  readonly orEmpty: boolean;

  constructor(parts: Compared['parts'], orEmpty: boolean) {
    this.parts = parts;
    this.orEmpty = orEmpty;
  }
}

export type CallWhere = Readonly<Record<string, unknown>>;

/** Returns the fields that contain users. A user in one of these fields participates in the record. */
const participationOf = (entity: Entity): string[] => [
  ...new Set([...(entity.list.participation ?? []), ...(entity.owner ? [entity.owner] : []), 'createdBy']),
];

export const filterContext = (entity: Entity, caller: Caller, zone: string): FilterContext => ({
  ...{ userId: caller.userId, zone, now: Date.now() },
  itemType: (field) => itemTypeOf(entity, field),
  participation: participationOf(entity),
  owner: (entity.handover && entity.owner) || null,
  ...{ entity: entity.name, marks: (entity.marks ?? []).map(({ name }) => name) },
  hidden: listHiddenFields(entity, caller),
  siteNode: (stationSn, place) => siteFilter(entity, caller, stationSn, place),
});

/** Returns the comparison of a field in the form of a list filter. */
function conditionOf(field: string, value: unknown): object {
  const empty = { field, op: 'empty', value: true };
  if (value === null) return empty;
  if (!(value instanceof Compared)) return { field, op: Array.isArray(value) ? 'in' : 'eq', value };
  const and = value.parts.map((part) => ({ field, ...part }));
  return value.orEmpty ? { or: [empty, { and }] } : { and };
}

interface Place {
  zone: string;
  at: string;
  join?: 'and' | 'or';
}

const SEEING = ['list', 'get'];

/**
 * Reads the condition on a field of a referenced record. If the caller may not see the referenced record, nothing
 * matches.
 */
function readBeyond(entity: Entity, caller: Caller, name: string, value: unknown, place: Place): FilterNode {
  const [own = '', beyond = ''] = name.split('.');
  const { 'x-ref': ref = '', 'x-refKey': key = 'id' } = fieldsOf(entity)[own] ?? {};
  fieldSeen(listHiddenFields(entity, caller), own, `${place.at}/where`);
  const target = entityOf(ref);
  const action = SEEING.find((right) => recordScope(caller, target, right) !== null);
  if (!action) throw new AppError('http.forbidden');
  const where = readWhere(target, caller, { [beyond]: value }, { ...place, join: 'and' })!;
  const within = recordWhere(caller, target, action);
  const type = columnsOf(entity, caller).get(own) ?? 'integer';
  return { field: own, type, op: 'refers', of: target.name, key, where, ...(within ? { within } : {}) };
}

/** Joins the conditions with "and" or "or". Null if there are none. */
export function readWhere(
  entity: Entity,
  caller: Caller,
  where: CallWhere | undefined,
  place: Place,
): FilterNode | null {
  const entries = Object.entries(where ?? {});
  if (entries.length === 0) return null;
  const { zone, at, join = 'and' } = place;
  const [own, beyond] = [false, true].map((isBeyond) =>
    entries.filter(([name]) => name.includes('.') === isBeyond),
  );
  const parts = own!.map(([field, value]) => conditionOf(field, value));
  const nodes: FilterNode[] = beyond!.map(([name, value]) => readBeyond(entity, caller, name, value, place));
  if (parts.length > 0)
    nodes.push(
      readFilter(
        columnsOf(entity, caller),
        { [join]: parts },
        filterContext(entity, caller, zone),
        `${at}/where`,
      ),
    );
  return nodes.length === 1 ? nodes[0]! : join === 'or' ? { or: nodes } : { and: nodes };
}
