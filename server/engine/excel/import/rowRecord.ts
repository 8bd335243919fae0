/** Finds the record of a row by its keys. */

import { sql } from 'kysely';
import type { Values } from '../../../../runtime/core/rules/rule.ts';
import { pickText } from '../../../../runtime/core/text/pickText.ts';
import type { Trx } from '../../../platform/db/index.ts';
import { type Row, trxAny } from '../../../platform/db/tables/anyTable.ts';
import { recordWhere } from '../../access/recordScope.ts';
import { type Check, type RowPlan, rowProblem } from './rowPlan.ts';
import { TEXTS } from './texts.ts';

export const keyText = (names: readonly string[], values: Values): string | null => {
  const parts = names.map((name) => values[name] ?? null);
  return parts.includes(null) ? null : JSON.stringify(parts.map(String));
};

/** Returns the records that the rows identify, by key. */
export async function findRecords(
  { keys, entity }: Check,
  trx: Trx,
  plans: readonly RowPlan[],
): Promise<Map<string, Row>[]> {
  const recordsByKey: Map<string, Row>[] = [];
  for (const names of keys) {
    const [first = ''] = names;
    const texts = [
      ...new Set(
        plans.filter(({ values }) => keyText(names, values)).map(({ values }) => String(values[first])),
      ),
    ];
    const rows =
      texts.length === 0
        ? []
        : await trxAny(trx)
            .selectFrom(entity.name)
            .selectAll()
            .where(sql<string>`${sql.ref(first)}::text`, 'in', texts)
            .execute();
    recordsByKey.push(new Map(rows.map((row) => [keyText(names, row) ?? '', row])));
  }
  return recordsByKey;
}

/** Returns the ids of the records that the caller may change. */
export async function findChangeable(
  { entity, context: { session } }: Check,
  trx: Trx,
  rows: readonly Row[],
): Promise<ReadonlySet<unknown>> {
  const where = recordWhere(session, entity, 'update');
  const ids = rows.map(({ id }) => id);
  if (!where || ids.length === 0) return new Set(ids);
  const allowed = await trxAny(trx)
    .selectFrom(entity.name)
    .select('id')
    .where('id', 'in', ids)
    .where(where)
    .execute();
  return new Set(allowed.map(({ id }) => id));
}

/** Reports keys that an earlier row of the file already has. */
export function findRepeats(check: Check, plan: RowPlan): void {
  const {
    keys,
    seen,
    context: { lang },
  } = check;
  keys.forEach((names, index) => {
    const key = keyText(names, plan.values);
    if (key === null) return;
    const first = seen[index]?.get(key);
    if (first === undefined) seen[index]?.set(key, plan.row);
    else if (first !== plan.row)
      plan.problems.push(
        rowProblem(
          check,
          plan.row,
          names.at(-1) ?? '',
          pickText(TEXTS.twice, lang).replace('{row}', String(first)),
        ),
      );
  });
}

/** Remembers the record of a row. Reports a second row for the same record, which may use another key. */
function noteMeant(check: Check, plan: RowPlan, id: number): void {
  const {
    meant,
    context: { lang },
  } = check;
  const first = meant.get(id);
  if (first === undefined) meant.set(id, plan.row);
  else if (first !== plan.row && plan.problems.length === 0)
    plan.problems.push(
      rowProblem(check, plan.row, '', pickText(TEXTS.twice, lang).replace('{row}', String(first))),
    );
}

/** Chooses the record of the row. Reports a problem if the import mode does not allow it. */
export function chooseRecord(check: Check, plan: RowPlan, recordsByKey: readonly Map<string, Row>[]): void {
  const {
    keys,
    mode,
    mayCreate,
    context: { lang },
  } = check;
  const hits = keys.map((names, index) => recordsByKey[index]?.get(keyText(names, plan.values) ?? '\0'));
  const hitIndex = hits.findIndex((hit) => hit !== undefined);
  if (mode === 'create') {
    if (hitIndex >= 0)
      plan.problems.push(
        rowProblem(check, plan.row, keys[hitIndex]?.at(-1) ?? '', pickText(TEXTS.taken, lang)),
      );
    return;
  }
  plan.before = hits[hitIndex] ?? null;
  if (plan.before) {
    noteMeant(check, plan, Number(plan.before.id));
    return;
  }
  if (mode === 'both' && plan.values.id === undefined) {
    if (!mayCreate) plan.problems.push(rowProblem(check, plan.row, '', pickText(TEXTS.mayNotCreate, lang)));
    return;
  }
  const tried = keys.find((names) => keyText(names, plan.values) !== null);
  const text = tried ? TEXTS.missing : TEXTS.noKeyValue;
  plan.problems.push(rowProblem(check, plan.row, tried?.at(-1) ?? '', pickText(text, lang)));
}
