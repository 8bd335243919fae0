/** Refuses keywords of fields that have no effect, because nothing reads them there or their counterpart is missing. */
import { isAmount } from '../../runtime/core/numbers/money.ts';
import type { Entity, Field } from '../definition/definition.ts';
import { fieldTypeOf } from '../fieldTypes.ts';
import { type Problem, problemOf } from '../problem.ts';

/** The root that contains the fields. Fields of lines are a record's own fields in the entity of the lines. */
export type Root = 'record' | 'form' | 'widget';

/** Keywords that have an effect only on a column of a record's table, or on the form of a record. */
export const OWN_WORDS = [
  'writeOnly',
  'x-checkUnique',
  'x-copyFrom',
  'x-copyInto',
  'x-exclusive',
  'x-immutable',
  'x-liveHint',
  'x-lookup',
  'x-looseRef',
  'x-megabytes',
  'x-overdueWhen',
  'x-permission',
  'x-rollup',
  'x-sealed',
  'x-sequence',
  'x-snapshot',
  'x-suggestDuplicates',
] as const satisfies readonly (keyof Field)[];

/** Within a record, the checks of server-kept fields already refuse these keywords. */
const CHECKED_WITHIN: readonly string[] = [
  ...['x-copyInto', 'x-copyFrom', 'x-snapshot', 'x-rollup', 'x-sealed', 'x-sequence', 'x-exclusive'],
];

interface Beside {
  field: Field;
  name: string;
  holder: Field;
  entity: Entity | undefined;
}

const isFigure = (field: Field): boolean =>
  field.type === 'number' ||
  field.type === 'integer' ||
  isAmount(field) ||
  fieldTypeOf(field).json.includes('number');

const isReference = ({ 'x-ref': ref, items }: Field): boolean => (ref ?? items?.['x-ref']) !== undefined;

const isInKey = ({ field, name, entity }: Beside): boolean =>
  field['x-sealed'] === true ||
  [...(entity?.unique ?? []), ...(entity?.uniqueWhere ?? []).map(({ fields }) => fields)].some((fields) =>
    fields.includes(name),
  );

/** Controls that write a second field. */
const CONTROLS_OF_TWO: readonly unknown[] = ['map', 'cascader'];

/** The other keyword that a keyword of a field requires. */
export const NEEDS = {
  'x-clearWhenHidden': { needs: '"x-visible"', isThere: ({ field }) => field['x-visible'] !== undefined },
  'x-createInPlace': { needs: '"x-ref"', isThere: ({ field }) => isReference(field) },
  'x-decimals': { needs: '"type": "number"', isThere: ({ field }) => isFigure(field) },
  'x-megabytes': {
    needs: '"format": "file"',
    isThere: ({ field }) => (field.items ?? field).format === 'file',
  },
  'x-emptyText': { needs: '"x-ref"', isThere: ({ field }) => isReference(field) },
  'x-refKey': { needs: '"x-ref"', isThere: ({ field }) => field['x-ref'] !== undefined },
  'x-refWhere': { needs: '"x-ref"', isThere: ({ field }) => isReference(field) },
  'x-requiredText': {
    needs: '"required" or "x-required"',
    isThere: ({ field, name, holder }) =>
      field['x-required'] !== undefined || holder.required?.includes(name) === true,
  },
  'x-checkUnique': { needs: '"unique" or "uniqueWhere" of the entity with this field', isThere: isInKey },
  'x-unit': { needs: '"type": "number"', isThere: ({ field }) => isFigure(field) },
  'x-looseRef': { needs: '"x-ref"', isThere: ({ field }) => field['x-ref'] !== undefined },
  'x-pairedField': {
    needs: '"x-control": "map" or "cascader"',
    isThere: ({ field }) => CONTROLS_OF_TWO.includes(field['x-control']),
  },
} as const satisfies Partial<Record<keyof Field, { needs: string; isThere(beside: Beside): boolean }>>;

const NEED_ENTRIES = Object.entries(NEEDS) as [keyof typeof NEEDS, (typeof NEEDS)[keyof typeof NEEDS]][];

/** `entity` is the entity whose records have these fields. */
export function wordProblems(
  file: string,
  root: Field,
  pointer: string,
  kind: Root,
  entity?: Entity,
): Problem[] {
  const problems: Problem[] = [];
  const checkPlace = (field: Field, place: string, isOwn: boolean): void => {
    // A sealed field within another one is reported once, whatever other keywords it has.
    if (isOwn || field['x-sealed']) return;
    for (const word of OWN_WORDS)
      if (field[word] !== undefined && (kind !== 'record' || !CHECKED_WITHIN.includes(word)))
        problems.push(problemOf(file, `${place}/${word}`, 'wordOfRecord'));
  };
  const visit = (holder: Field, place: string, isRoot: boolean): void => {
    for (const [name, field] of Object.entries(holder.properties ?? {})) {
      const where = `${place}/properties/${name}`;
      const isOwn = isRoot && kind === 'record';
      // Lines are checked where they are defined.
      if (field['x-lines']) continue;
      checkPlace(field, where, isOwn);
      for (const [word, { needs, isThere }] of NEED_ENTRIES)
        if (
          field[word] !== undefined &&
          (isOwn || word !== 'x-checkUnique') &&
          !isThere({ field, name, holder, entity })
        )
          problems.push(problemOf(file, `${where}/${word}`, 'wordNeeds', { needs }));
      visit(field, where, false);
      if (!field.items) continue;
      checkPlace(field.items, `${where}/items`, false);
      visit(field.items, `${where}/items`, false);
    }
  };
  visit(root, pointer, true);
  return problems;
}
