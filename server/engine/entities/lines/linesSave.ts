/** Stores the lines of a saved record, with one statement for new lines and one for changed lines. */

import type { EntityDefinition, Field } from '../../../../generated/definition.ts';
import type { Entity } from '../../../../runtime/core/definitions/entities.ts';
import { recordHas } from '../../../../runtime/core/rules/recordHas.ts';
import { isHeld } from '../../../../runtime/core/rules/referenceValues.ts';
import type { Values } from '../../../../runtime/core/rules/rule.ts';
import { ownedFields } from '../../../../runtime/core/rules/states.ts';
import { pickText } from '../../../../runtime/core/text/pickText.ts';
import { uniqueKeys } from '../../../../runtime/core/uniqueKeys.ts';
import type { Trx } from '../../../platform/db/index.ts';
import type { Row } from '../../../platform/db/tables/anyTable.ts';
import { AppError } from '../../../platform/errors/errors.ts';
import { noteWritten } from '../../derived/rollups.ts';
import { noteEvents } from '../../events.ts';
import { hooksOf } from '../../hooks.ts';
import { fieldsOf, may } from '../columns.ts';
import { type Change, lockRows, storeChanges, storeRows } from '../write/bulk.ts';
import { takenError } from '../write/constraints.ts';
import { claimFiles } from '../write/fileUse.ts';
import { type Diff, HIDDEN } from '../write/recordDiff.ts';
import { same } from '../write/storedEqual.ts';
import { writerOf } from '../write/valueStep.ts';
import type { WriteStep } from '../write/writeStep.ts';
import { followLines } from './lineFigures.ts';
import { type LinesPlan, lineError, lineValues, type PlannedLine, type PlannedSet } from './lines.ts';
import { checkApprovalFree } from './ownedFields.ts';

/** The written record with its final values. */
interface Saved {
  entity: EntityDefinition;
  record: Row;
  lines: LinesPlan;
  values: Values;
  action: string;
}

type Remove = (trx: Trx, ctx: WriteStep, entity: EntityDefinition, id: number) => Promise<void>;

const isWritten = (field: Field): boolean =>
  !field.readOnly || field['x-computed'] !== undefined || isHeld(field);

/** Returns all stored values of a line, including the reference to its record and its position. */
function wholeLine(
  { link }: PlannedSet,
  names: readonly string[],
  record: Row,
  values: Values,
  index: number,
): Values {
  const whole: Values = {};
  for (const name of names) whole[name] = values[name] ?? null;
  whole[link.field] = record[link.key];
  if (link.order !== undefined) whole[link.order] = index + 1;
  return whole;
}

interface Line extends PlannedLine {
  index: number;
  /** The values of the line after the whole record was computed. */
  whole: Values;
}

const changedNames = ({ child }: PlannedSet, { before, whole }: Line): string[] =>
  Object.keys(fieldsOf(child)).filter((name) => name in whole && !same(whole[name], before?.[name]));

/** Throws if two lines have equal values, but the entity requires unique values within a record. */
function twiceGuard({ child, link, name }: PlannedSet, lines: readonly Line[], { lang }: WriteStep): void {
  for (const { fields: group, where, text } of uniqueKeys(child)) {
    if (!group.includes(link.field)) continue;
    const seen = new Set<string>();
    for (const { whole, index } of lines) {
      if (!recordHas(whole, where)) continue;
      const key = JSON.stringify(group.map((one) => whole[one]));
      const last = group.findLast((one) => one !== link.field && one !== link.order);
      if (group.some((one) => whole[one] === null || whole[one] === undefined) || last === undefined)
        continue;
      if (seen.has(key)) {
        const field = pickText(fieldsOf(child)[last]?.title, lang) ?? last;
        throw lineError(takenError({ field, text }, { field: `/${last}` }), `/${name}/${index}`, lang);
      }
      seen.add(key);
    }
  }
}

const forbidden = ({ name }: PlannedSet, index: number, { lang }: WriteStep) =>
  lineError(new AppError('http.forbidden'), `/${name}/${index}`, lang);

async function insertLines(
  trx: Trx,
  ctx: WriteStep,
  set: PlannedSet,
  lines: readonly Line[],
  action: string,
) {
  const { child } = set;
  const [first] = lines;
  if (!first) return;
  if (!may(ctx.session, `${child.name}:create`)) throw forbidden(set, first.index, ctx);
  const hook = hooksOf(child.name)?.beforeCreate;
  const rows: Values[] = [];
  const owned = Object.fromEntries(ownedFields(child));
  for (const { whole } of lines) {
    const filled: Values = {};
    for (const name of Object.keys(whole)) if (whole[name] !== null) filled[name] = whole[name];
    const values = { ...filled, ...owned };
    rows.push((await hook?.(values, { trx, session: ctx.session })) ?? values);
  }
  const stored = await storeRows(trx, ctx, child, rows, action);
  noteWritten(
    trx,
    writerOf(ctx),
    child,
    stored.map((after) => ({ before: {}, after })),
  );
  noteEvents(
    trx,
    ctx,
    child,
    'created',
    stored.map((after) => ({ before: {}, after })),
  );
  for (const row of stored) await claimFiles(trx, ctx, child, {}, row);
}

async function updateLines(
  trx: Trx,
  ctx: WriteStep,
  set: PlannedSet,
  lines: readonly Line[],
  action: string,
) {
  const { child, link } = set;
  const touched = lines.filter((line) => changedNames(set, line).some((name) => name !== link.order));
  const allowed = await lockRows(
    trx,
    ctx,
    child,
    touched.map(({ before }) => Number(before?.id)),
  );
  const refused = touched.find(({ before }) => !allowed.has(Number(before?.id)));
  if (refused) throw forbidden(set, refused.index, ctx);
  const hook = hooksOf(child.name)?.beforeUpdate;
  const changes: Change[] = [];
  for (const { before, whole } of lines) {
    const values = (await hook?.(whole, before!, { trx, session: ctx.session })) ?? whole;
    changes.push({ before: before!, values });
  }
  const stored = await storeChanges(trx, ctx, child, changes, action);
  noteWritten(trx, writerOf(ctx), child, stored);
  noteEvents(trx, ctx, child, 'updated', stored);
  for (const one of stored) await claimFiles(trx, ctx, child, one.before, one.after);
}

const goneOf = ({ stored, planned }: PlannedSet): Row[] => {
  const keptIds = new Set(planned?.map(({ before }) => before?.id));
  return stored.filter(({ id }) => !keptIds.has(id));
};

function linesOf(set: PlannedSet, record: Row, values: Values): Line[] {
  const names = Object.entries(fieldsOf(set.child)).flatMap(([name, field]) =>
    isWritten(field) ? [name] : [],
  );
  const settled = (values[set.name] as Values[] | undefined) ?? [];
  return (set.planned ?? []).map((line, index) => ({
    ...line,
    index,
    whole: wholeLine(set, names, record, settled[index] ?? line.values, index),
  }));
}

/**
 * Removes, changes and adds the lines of a record in its transaction. Each line is written with its own rights, hooks
 * and audit entry.
 */
export async function saveLines(
  trx: Trx,
  ctx: WriteStep,
  { record, lines, values, action }: Saved,
  remove: Remove,
): Promise<void> {
  for (const set of lines.sets) {
    if (!set.planned) {
      // The body does not contain these lines, but their computed fields may have changed.
      await followLines(trx, ctx, set.child, set.stored, (values[set.name] ?? []) as Values[]);
      continue;
    }
    const all = linesOf(set, record, values);
    twiceGuard(set, all, ctx);
    for (const row of goneOf(set)) await remove(trx, ctx, set.child, Number(row.id));
    const changed = all.filter((line) => line.before && changedNames(set, line).length > 0);
    for (const { before } of changed) checkApprovalFree(set.child, before!);
    await updateLines(trx, ctx, set, changed, action);
    await insertLines(
      trx,
      ctx,
      set,
      all.filter(({ before }) => !before),
      action,
    );
  }
}

/** Returns a line for the history, without restricted values. */
function visibleLine(child: Entity, values: Values): Values {
  const fields = fieldsOf(child);
  const isSecret = (name: string) => fields[name]?.writeOnly || fields[name]?.['x-permission'] !== undefined;
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, isSecret(name) ? HIDDEN : value]),
  );
}

/** Returns the lines that changed with their record, before and after. */
export function diffLines({ sets }: LinesPlan, values: Values): Diff {
  const diff: Diff = {};
  for (const set of sets) {
    if (!set.planned) continue;
    const pairs = set.planned.map(({ before, stood }, index) => ({
      before: stood,
      after: {
        ...(before ? { id: before.id } : {}),
        ...((values[set.name] as Values[] | undefined) ?? [])[index],
      },
    }));
    const gone = goneOf(set).map((row) => lineValues(set, row));
    const changed = pairs.filter(({ before, after }) => !before || !sameLine(before, after));
    if (gone.length + changed.length === 0) continue;
    const visibleLines = (rows: readonly (Values | null)[]) =>
      rows.flatMap((row) => (row ? [visibleLine(set.child, row)] : []));
    diff[set.name] = [
      visibleLines([...changed.map(({ before }) => before), ...gone]),
      visibleLines(changed.map(({ after }) => after)),
    ];
  }
  return diff;
}

const sameLine = (before: Values, after: Values): boolean =>
  Object.keys(before).every((name) => same(before[name], after[name])) &&
  Object.keys(after).every((name) => name in before || same(undefined, after[name]));
