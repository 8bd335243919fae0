/** A record as a link shows it: its public fields with names instead of ids, and definitions for rendering. */
import type { Data } from '../../../generated/calls.ts';
import { documentRegistry } from '../../../runtime/core/definitions/documents.ts';
import { lineSets } from '../../../runtime/core/lines.ts';
import type { Lang } from '../../../runtime/core/text/lang.ts';
import type { Trx } from '../../platform/db/index.ts';
import type { Row } from '../../platform/db/tables/anyTable.ts';
import { everything } from '../access/asker.ts';
import { fieldsOf } from '../entities/columns.ts';
import { readShownLines } from '../entities/lines/linesShown.ts';
import { type Drawing, drawRows, sumLines } from '../records/drawnRows.ts';
import { readChildren } from './children.ts';
import { contactOf } from './contact.ts';
import { linkMoves, type OpenedLink } from './open.ts';

type Shown = Data<'recordByLink'>;
async function drawLines(
  drawing: Drawing,
  { entity, open }: OpenedLink,
  record: Row,
): Promise<Shown['lines']> {
  const [shown = {}] = await readShownLines(drawing.trx, everything, entity, [record]);
  const drawn: Shown['lines'] = [];
  for (const { name, field } of lineSets(entity)) {
    const { fields, by, sum } = open.lines?.[name] ?? {};
    if (!fields) continue;
    const rows = (shown[name] ?? []) as Row[];
    const all = [...new Set([...fields, ...(by ? [by] : []), ...(sum ?? [])])];
    const own = field.items?.properties ?? {};
    const currencyOf = (one: string) => rows[0]?.[one] ?? record[one];
    const { properties, values } = await drawRows(drawing, own, all, rows, currencyOf);
    const item = { type: 'object', title: field.title, properties } as const;
    const visible = values.map((row) => Object.fromEntries(fields.map((one) => [one, row[one]])));
    drawn.push({ name, item, fields, rows: visible, sums: by && sum ? sumLines(values, by, sum) : [] });
  }
  return drawn;
}

/** Adds the child records as a further table below the lines, if there are any. */
async function drawChildren(drawing: Drawing, link: OpenedLink, record: Row): Promise<Shown['lines']> {
  const drawn: Shown['lines'] = [];
  for (const { name, child, fields, rows } of await readChildren(drawing.trx, link, record)) {
    if (rows.length === 0) continue;
    const currencyOf = (one: string) => rows[0]?.[one] ?? record[one];
    const { properties, values } = await drawRows(drawing, fieldsOf(child), fields, rows, currencyOf);
    const item = { type: 'object', title: child.title, properties } as const;
    drawn.push({ name, item, fields: [...fields], rows: values, sums: [] });
  }
  return drawn;
}

/** Returns the possible transitions, and whether one was already made. */
function movesOf({ entity, open }: OpenedLink, record: Row): Pick<Shown, 'moves' | 'isAnswered'> {
  const state = record[entity.states?.field ?? ''];
  const all = linkMoves(entity, open);
  const possible = all.filter(({ from }) => from?.some((one) => one === state));
  return {
    moves: possible.map(({ name, title, form, danger }) => ({
      ...{ name, title, isDanger: danger === true },
      form: form ? { ...form } : null,
      pure: entity.forms[name] ?? null,
    })),
    isAnswered: all.some(({ to }) => to === state),
  };
}

/** Returns the document that a visitor may save, with its formats. */
function documentOf({ entity, open }: OpenedLink, record: Row): Shown['document'] {
  const definition = documentRegistry.get(open.document ?? '');
  if (definition?.of !== entity.name) return null;
  const { title, formats = ['pdf'], number = entity.label } = definition;
  return { title, number: String(record[number] ?? record.id), formats: [...formats] };
}

export async function drawRecord(trx: Trx, link: OpenedLink, record: Row, lang: Lang): Promise<Shown> {
  const { entity, open, tenantId, endsAt } = link;
  const drawing: Drawing = { trx, tenantId, lang, asker: everything, dictionaries: new Map() };
  const tenant = await trx
    .selectFrom('tenant')
    .select(['name', 'nameEn'])
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow();
  const currencyOf = (name: string) => record[name];
  const { properties, values } = await drawRows(drawing, fieldsOf(entity), open.fields, [record], currencyOf);
  return {
    entity: entity.name,
    title: open.title ?? entity.title,
    from: { zh: tenant.name, en: tenant.nameEn ?? tenant.name },
    schema: { type: 'object', properties },
    values: values[0]!,
    lines: [...(await drawLines(drawing, link, record)), ...(await drawChildren(drawing, link, record))],
    ...movesOf(link, record),
    document: documentOf(link, record),
    contact: await contactOf(trx, entity, record),
    endsAt,
  };
}
