/** Reads the content of a document from a record and its references, as the reader may see them. */
import type { DocumentDefinition, DocumentSection, Field } from '../../../generated/definition.ts';
import { type Entity, entityOf } from '../../../runtime/core/definitions/entities.ts';
import { lineSets } from '../../../runtime/core/lines.ts';
import type { Values } from '../../../runtime/core/rules/rule.ts';
import { SERVER_FIELDS } from '../../../runtime/core/serverFields.ts';
import type { Lang } from '../../../runtime/core/text/lang.ts';
import type { Trx } from '../../platform/db/index.ts';
import { type Row, trxAny } from '../../platform/db/tables/anyTable.ts';
import { recordScope } from '../access/recordScope.ts';
import type { Session } from '../context.ts';
import { fieldsOf } from '../entities/columns.ts';
import { readRecords } from '../entities/list/actions.ts';
import type { SealContext } from '../entities/sealed.ts';
import { type Drawing, drawRows } from '../records/drawnRows.ts';
import { type DrawnField, type DrawnRecord, type DrawnTable, pathOf } from './compose.ts';
import { readDecisions } from './decisions.ts';
import { drawReferring, isReferring } from './referring.ts';

/** The read record. Pictures are read later, after all locks are released. */
export type ReadRecord = Omit<DrawnRecord, 'pictures'>;

export type DocumentReader = SealContext & { session: Session };

/** The included parts of a record, within the rights of its reader. A public link may exclude parts. */
export interface IncludedParts {
  field(name: string): boolean;
  line(lines: string, name: string): boolean;
  /** True if the fields of referenced records are included. */
  follows: boolean;
  /** True if the approval decisions on the record are included. */
  decisions: boolean;
}

export const ALL_TOLD: IncludedParts = {
  field: () => true,
  line: () => true,
  follows: true,
  decisions: true,
};

/** Returns the paths of the record that a document uses, without duplicates. */
export function pathsOf({ sections, number }: DocumentDefinition, label: string): string[] {
  const listed = sections.flatMap(({ lines, records, fields = [], totals = [], pictures, qr }) => [
    ...(lines || records ? [] : fields),
    ...totals,
    // Pictures of lines are read with their lines.
    ...[pictures, qr].filter((name) => name !== undefined).filter((name) => !name.includes('.')),
  ]);
  return [...new Set([number ?? label, ...listed.map(pathOf)])];
}

/** Draws the given fields of the record, except fields that are hidden from the reader. */
async function drawFields(drawing: Drawing, entity: Entity, record: Row, names: readonly string[]) {
  const fields: Readonly<Record<string, Field>> = { ...SERVER_FIELDS, ...fieldsOf(entity) };
  const seen = names.filter((name) => name in record && fields[name]);
  const { properties, values } = await drawRows(drawing, fields, seen, [record], (name) => record[name]);
  return seen.map((name): [string, DrawnField] => [
    name,
    { field: properties[name]!, value: values[0]![name] },
  ]);
}

/** Draws fields of a referenced record. Empty if the reader may not read that record. */
async function drawBeyond(
  drawing: Drawing,
  trx: Trx,
  reader: DocumentReader,
  { entity, record }: { entity: Entity; record: Row },
  [reference, names]: readonly [string, readonly string[]],
): Promise<[string, DrawnField][]> {
  const field = fieldsOf(entity)[reference] ?? {};
  const target = entityOf(field['x-ref'] ?? '');
  // Without the permission to read the entity, no record is in scope.
  if (recordScope(reader.session, target, 'get') === null) return [];
  const pointed = await trxAny(trx)
    .selectFrom(target.name)
    .select('id')
    .where(field['x-refKey'] ?? 'id', '=', record[reference] ?? null)
    .executeTakeFirst();
  const [other] = pointed ? await readRecords(trx, target, reader, [Number(pointed.id)]) : [];
  if (!other) return [];
  const drawn = await drawFields(drawing, target, other, names);
  return drawn.map(([name, field]) => [`${reference}.${name}`, field]);
}

async function drawLines(
  drawing: Drawing,
  entity: Entity,
  record: Row,
  visible: IncludedParts,
): Promise<Map<string, DrawnTable>> {
  const drawn = new Map<string, DrawnTable>();
  for (const { name, field } of lineSets(entity)) {
    const rows = record[name] as Values[] | undefined;
    if (!rows) continue;
    const fields = field.items?.properties ?? {};
    const names = Object.keys(fields).filter(
      (one) => visible.line(name, one) && (rows.length === 0 || one in rows[0]!),
    );
    const currencyOf = (one: string) => rows[0]?.[one] ?? record[one];
    drawn.set(name, await drawRows(drawing, fields, names, rows, currencyOf));
  }
  return drawn;
}

const isDecided = ({ sections }: DocumentDefinition): boolean => sections.some(({ approval }) => approval);

export async function drawDocument(
  trx: Trx,
  reader: DocumentReader,
  definition: DocumentDefinition,
  record: Row,
  { lang, told }: { lang: Lang; told: IncludedParts },
): Promise<ReadRecord> {
  const entity = entityOf(definition.of);
  const { session } = reader;
  const { tenantId } = session;
  const drawing: Drawing = { trx, tenantId, lang, asker: session, dictionaries: new Map() };
  const paths = pathsOf(definition, entity.label).map((path) => path.split('.') as [string, string?]);
  const own = paths.flatMap(([name, beyond]) => (beyond === undefined && told.field(name) ? [name] : []));
  const fields = await drawFields(drawing, entity, record, own);
  const led = Map.groupBy(
    paths.filter((path): path is [string, string] => told.follows && path[1] !== undefined),
    ([reference]) => reference,
  );
  for (const [reference, beyond] of led) {
    const names = beyond.map(([, name]) => name);
    fields.push(...(await drawBeyond(drawing, trx, reader, { entity, record }, [reference, names])));
  }
  const records = new Map<DocumentSection, DrawnTable[]>();
  for (const section of told.follows ? definition.sections.filter(isReferring) : [])
    records.set(section, await drawReferring(drawing, { trx, session }, section, record));
  return {
    fields: new Map(fields),
    records,
    lines: await drawLines(drawing, entity, record, told),
    decisions: isDecided(definition) && told.decisions ? await readDecisions(trx, entity, record) : [],
  };
}
