/**
 * Replaces the cameras and energy labels of a board, which belong to a station like variables. On another station, the
 * entry with the same name is used. Without such an entry, the reference is removed and reported.
 */
import type { Data } from '../../../generated/calls.ts';
import type { DashboardDocument, Field, WidgetDefinition } from '../../../generated/definition.ts';
import { pathPointer } from '../../../runtime/core/boards/boardVariables.ts';
import { seen } from '../../engine/access/scopedRecords.ts';
import type { Session } from '../../engine/context.ts';
import type { ScopedTrx } from '../../platform/db/index.ts';

const ENTITIES = ['ipc', 'energyLabel'] as const;
type StationEntity = (typeof ENTITIES)[number];
type Removed = Data<'boardMatch'>['removed'][number];
type Definitions = Readonly<Record<string, WidgetDefinition | undefined>>;

interface Named {
  id: number;
  name: string;
  stationSn: string;
}

const entityOf = (field: Field): StationEntity | undefined =>
  ENTITIES.find((entity) => entity === field['x-ref']);

type Path = readonly (string | number)[];
type Visit = (entity: StationEntity, id: number, path: Path) => number | null;

/**
 * Returns the value with replaced references, or `undefined` for a removed reference. A value without references is
 * returned as the same object.
 */
function mapValue(field: Field, value: unknown, path: Path, visit: Visit): unknown {
  const entity = entityOf(field);
  if (entity && typeof value === 'number') return visit(entity, value, path) ?? undefined;
  if (Array.isArray(value)) {
    const { items } = field;
    if (!items) return value;
    const next = value.map((item, index) => mapValue(items, item, [...path, index], visit));
    return next.filter((item, index) => item !== undefined || value[index] === undefined);
  }
  if (typeof value !== 'object' || value === null) return value;
  const next = Object.entries(value).map(([name, inner]) => {
    const property = field.properties?.[name];
    return [name, property ? mapValue(property, inner, [...path, name], visit) : inner];
  });
  return Object.fromEntries(next.filter(([, inner]) => inner !== undefined));
}

function mapDocument(document: DashboardDocument, definitions: Definitions, visit: Visit): DashboardDocument {
  const widgets = document.widgets.map((widget, index) => {
    const schema = Object.hasOwn(definitions, widget.type) ? definitions[widget.type]?.config : undefined;
    if (!schema) return widget;
    const config = mapValue(schema, widget.config, ['widgets', index, 'config'], visit);
    return { ...widget, config: config as typeof widget.config };
  });
  return { ...document, widgets };
}

async function readNamed(
  trx: ScopedTrx,
  caller: Session,
  entity: StationEntity,
  ids: readonly number[],
  stationSn: string,
) {
  const rows = await trx
    .selectFrom(seen(trx, caller, entity).as('r'))
    .select(['id', 'name', 'stationSn'])
    .where((eb) => eb.or([eb('stationSn', '=', stationSn), eb('id', 'in', [...ids])]))
    .execute();
  return rows as Named[];
}

/**
 * Returns the id to use on the station. An id of the station itself remains. Another id is replaced by the only entry
 * with the same name, or by null. Pure.
 */
export function findInstead(rows: readonly Named[], id: number, stationSn: string): number | null {
  const row = rows.find((candidate) => candidate.id === id);
  if (!row || row.stationSn === stationSn) return row ? id : null;
  const same = rows.filter((candidate) => candidate.stationSn === stationSn && candidate.name === row.name);
  return same.length === 1 ? same[0]!.id : null;
}

export async function matchReferences(
  trx: ScopedTrx,
  caller: Session,
  stationSn: string,
  document: DashboardDocument,
  definitions: Definitions,
): Promise<{ document: DashboardDocument; removed: Removed[] }> {
  const idsByEntity = new Map<StationEntity, Set<number>>();
  mapDocument(document, definitions, (entity, id) => {
    idsByEntity.set(entity, (idsByEntity.get(entity) ?? new Set()).add(id));
    return id;
  });
  if (idsByEntity.size === 0) return { document, removed: [] };
  const rows = new Map<StationEntity, Named[]>();
  for (const [entity, ids] of idsByEntity)
    rows.set(entity, await readNamed(trx, caller, entity, [...ids], stationSn));
  const removed: Removed[] = [];
  const next = mapDocument(document, definitions, (entity, id, path) => {
    const rowsOfEntity = rows.get(entity) ?? [];
    const to = findInstead(rowsOfEntity, id, stationSn);
    const widgetId = document.widgets[path[1] as number]!.id;
    const name = rowsOfEntity.find((row) => row.id === id)?.name ?? null;
    if (to === null) removed.push({ widgetId, pointer: pathPointer(path), entity, name });
    return to;
  });
  return { document: next, removed };
}
