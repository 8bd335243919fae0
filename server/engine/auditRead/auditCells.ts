/** Writes values of the audit log as cells of a file: titles for codes, names for ids, times in local time. */
import type { Field } from '../../../generated/definition.ts';
import { entityRegistry } from '../../../runtime/core/definitions/entities.ts';
import { auditNote } from '../../../runtime/core/text/auditWords.ts';
import type { Trx } from '../../platform/db/index.ts';
import type { Session } from '../context.ts';
import { createLabels } from '../excel/export.ts';
import { type CellContext, valueCell } from '../excel/fieldCells.ts';
import type { Cell } from '../excel/file/cell.ts';
import { readFields } from '../excel/options.ts';
import { targetOf } from '../excel/refs.ts';
import { type AuditLine, CONCEALED } from './auditQuery.ts';

type Change = AuditLine['changes'][number];

export interface ChangeCells {
  before: Cell;
  after: Cell;
}

const MOMENT: Field = { type: 'string', format: 'date-time' };
const PLAIN: Field = {};

const SECOND_MS = 1000;

/** Returns the time rounded down to a second, as on screen. */
export function showMoment(moment: string, context: CellContext): Cell {
  const second = Math.floor(Date.parse(moment) / SECOND_MS) * SECOND_MS;
  return valueCell(MOMENT, new Date(second).toISOString(), context, String);
}

/** Reads the names for all lines at once. Returns a function that writes the cells of these lines. */
export async function readAuditCells(
  trx: Trx,
  session: Session,
  lines: readonly AuditLine[],
  context: CellContext,
): Promise<(line: AuditLine, change: Change) => ChangeCells> {
  const labels = createLabels({ trx, tenantId: session.tenantId, lang: context.lang }, session);
  const fields = new Map<string, Readonly<Record<string, Field>>>();
  for (const [name, entityLines] of Map.groupBy(lines, ({ entity }) => entity)) {
    const entity = entityRegistry.get(name);
    if (!entity) continue;
    const ofEntity = await readFields(trx, session.tenantId, entity);
    fields.set(name, ofEntity);
    for (const [field, changes] of Map.groupBy(
      entityLines.flatMap((line) => line.changes),
      (change) => change.field,
    )) {
      const target = ofEntity[field] && targetOf(ofEntity[field]);
      if (!target) continue;
      const rows = changes.flatMap(({ before, after }) => [{ [field]: before }, { [field]: after }]);
      await labels.load(field, target, ofEntity[field]!, rows);
    }
  }
  return ({ entity }, { field: name, before, after }) => {
    const field = fields.get(entity)?.[name] ?? auditNote(name) ?? PLAIN;
    const cell = (value: unknown): Cell =>
      value === CONCEALED ? CONCEALED : valueCell(field, value, context, (key) => labels.label(name, key));
    return { before: cell(before), after: cell(after) };
  };
}
