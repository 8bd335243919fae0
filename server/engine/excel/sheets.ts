/** Plans the sheets of lines and child records of exported records. Contains only records that the caller may list. */
import { type RawBuilder, sql } from 'kysely';
import { type Entity, entityRegistry } from '../../../runtime/core/definitions/entities.ts';
import type { Row } from '../../platform/db/tables/anyTable.ts';
import { recordWhere } from '../access/recordScope.ts';
import { showColumn } from '../access/scopedRecords.ts';
import { columnsOf, fieldsOf, may } from '../entities/columns.ts';
import { rowFieldsOf } from '../entities/list/rowFields.ts';
import {
  type ExportContext,
  namesUsual,
  type Selected,
  type SheetPlan,
  withCurrencies,
} from './sheetPlan.ts';
import { planSums } from './totals.ts';

function planSheet(
  child: Entity,
  by: string,
  selected: Selected,
  { session }: Pick<ExportContext, 'session'>,
): SheetPlan {
  const readable = new Set([...columnsOf(child, session).keys(), ...rowFieldsOf(child, session).names]);
  const usual = namesUsual(child, readable).filter((name) => child.schema.properties?.[name] && name !== by);
  const names = withCurrencies(child, [by, ...usual], readable);
  const key = fieldsOf(child)[by]?.['x-refKey'] ?? 'id';
  const allowed = recordWhere(session, child, 'list');
  const from: Selected = (trx) => {
    const rows = trx.selectFrom(child.name).where(by, 'in', selected(trx).select(key));
    return allowed ? rows.where(allowed) : rows;
  };
  return {
    entity: child,
    names,
    sums: planSums(child, from, { session }),
    rows(trx): RawBuilder<Row> {
      const rows = from(trx)
        .select((eb) =>
          [...new Set([...names, 'id'])].map((name) => showColumn(eb, session, child, name).as(name)),
        )
        .orderBy(by)
        .orderBy(child.of?.order ?? 'id')
        .orderBy('id');
      return sql<Row>`${rows}`;
    },
  };
}

export const planSheets = (
  entity: Entity,
  selected: Selected,
  context: Pick<ExportContext, 'session'>,
): SheetPlan[] =>
  (entity.list.sheets ?? []).flatMap(({ of, by }) => {
    const child = entityRegistry.get(of);
    const sees = child && may(context.session, `${of}:list`) && columnsOf(child, context.session).has(by);
    return child && sees ? [planSheet(child, by, selected, context)] : [];
  });
