/** Reads the child records that a record's link shows. Each child is public only if its values allow it. */
import { type Entity, entityRegistry } from '../../../runtime/core/definitions/entities.ts';
import { fileAddress } from '../../../runtime/core/fileValue.ts';
import type { Trx } from '../../platform/db/index.ts';
import { type Row, trxAny } from '../../platform/db/tables/anyTable.ts';
import { everything } from '../access/asker.ts';
import { fieldsWhere } from '../entities/list/selection.ts';
import type { OpenedLink } from './open.ts';

/** Maximum number of child records. A longer page is not useful for a user on site. */
const MOST = 100;

export interface OpenChildren {
  name: string;
  child: Entity;
  fields: readonly string[];
  rows: Row[];
}

/** Returns the entity of the child records with this name. Undefined if there is none. */
const childOf = (parent: string, name: string): Entity | undefined =>
  entityRegistry
    .all()
    .find(({ of, schema }) => of?.as === name && schema.properties?.[of.field]?.['x-ref'] === parent);

export async function readChildren(
  trx: Trx,
  { entity, open }: Pick<OpenedLink, 'entity' | 'open'>,
  record: Row,
): Promise<OpenChildren[]> {
  const read: OpenChildren[] = [];
  for (const [name, { fields, where }] of Object.entries(open.children ?? {})) {
    const child = childOf(entity.name, name);
    if (!child?.of) continue;
    const key = child.schema.properties?.[child.of.field]?.['x-refKey'] ?? 'id';
    const rows: Row[] = await trxAny(trx)
      .selectFrom(child.name)
      .selectAll()
      .where(child.of.field, '=', record[key])
      .where(fieldsWhere(child, everything, where))
      .orderBy('id')
      .limit(MOST)
      .execute();
    read.push({ name, child, fields, rows });
  }
  return read;
}

/** Returns the addresses of the files in the visible child records. */
export const listShownFiles = (children: readonly OpenChildren[]): ReadonlySet<string> =>
  new Set(
    children.flatMap(({ fields, rows }) =>
      rows
        .flatMap((row) => fields.flatMap((name) => [row[name]].flat()))
        .flatMap((value) => (typeof value === 'string' ? (fileAddress(value) ?? []) : [])),
    ),
  );
