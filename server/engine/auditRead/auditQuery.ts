/** The audit log of a tenant: filtered, paged, and as a file. */
import { sql } from 'kysely';
import type { Data, Input } from '../../../generated/calls.ts';
import { fieldAccess } from '../../../runtime/core/access/fieldAccess.ts';
import { entityRegistry } from '../../../runtime/core/definitions/entities.ts';
import { AUDIT_SUBJECTS, noteField } from '../../../runtime/core/text/auditWords.ts';
import type { Trx } from '../../platform/db/index.ts';
import type { Caller } from '../access/asker.ts';
import { showLines } from '../entities/lines/linesShown.ts';
import { HIDDEN } from '../entities/write/recordDiff.ts';
import { readAuditNames } from './auditNames.ts';
import { findLoggedEntity, readAuditReach } from './auditReach.ts';

export type AuditFilter = Omit<Input<'auditExport'>['query'], 'format' | 'lang' | 'zone'>;
type AuditSort = NonNullable<Input<'auditPage'>['query']['sort']>;
export type AuditLine = Data<'auditPage'>['records'][number];

/** Replaces values that the log does not store. */
export const CONCEALED = '•••';

const filtered = (trx: Trx, { userId, entity, recordId, action, by, from, to }: AuditFilter) => {
  let query = trx.selectFrom('auditLog as a');
  if (userId !== undefined) query = query.where('a.userId', '=', userId);
  if (entity !== undefined) query = query.where('a.entity', '=', entity);
  if (recordId !== undefined) query = query.where('a.recordId', '=', recordId);
  if (action !== undefined) query = query.where('a.action', '=', action);
  if (by !== undefined) query = query.where('a.userId', by === 'people' ? 'is not' : 'is', null);
  if (from !== undefined) query = query.where('a.at', '>=', from);
  if (to !== undefined) query = query.where('a.at', '<=', to);
  return query;
};

interface Row {
  id: number;
  at: string;
  userId: number | null;
  userName: string | null;
  entity: string;
  recordId: string;
  action: string;
  diff: unknown;
}

/** Returns the changes as [before, after] by field. Entries about sign-in have single values. */
function changesOf(caller: Caller, { entity: name, action, diff }: Row): AuditLine['changes'] {
  const entity = findLoggedEntity(name);
  return Object.entries((diff as Record<string, unknown> | null) ?? {})
    .filter(
      ([field]) => !entity?.schema.properties?.[field] || fieldAccess(caller, entity, field) !== 'hidden',
    )
    .map(([field, value]) => {
      const pair = Array.isArray(value) && value.length === 2 ? value : [null, value];
      const title = (entity?.schema.properties?.[field] ?? noteField(field, action, entity))?.title ?? {
        zh: field,
        en: field,
      };
      const visibleOf = (value: unknown) => (entity ? showLines(caller, entity, field, value) : value);
      const shown = (value: unknown) => (value === HIDDEN ? CONCEALED : (visibleOf(value) ?? null));
      return { field, title, before: shown(pair[0]), after: shown(pair[1]) };
    });
}

function lineOf(
  caller: Caller,
  row: Row,
  { listed, recordName }: { listed: boolean; recordName: AuditLine['recordName'] },
): AuditLine {
  const { id, at, userId, userName, entity, recordId, action } = row;
  const title = entityRegistry.get(entity)?.title ?? AUDIT_SUBJECTS[entity] ?? { zh: entity, en: entity };
  return {
    id,
    at,
    userId,
    userName: userName ?? '',
    entity,
    title,
    recordId,
    recordName: listed ? recordName : null,
    action,
    concealed: !listed,
    changes: listed ? changesOf(caller, row) : [],
  };
}

async function nameLines(trx: Trx, caller: Caller, rows: readonly Row[]): Promise<AuditLine[]> {
  const nameOf = await readAuditNames(trx, caller, rows);
  const mayList = await readAuditReach(trx, caller, rows);
  return rows.map((row) => lineOf(caller, row, { listed: mayList(row), recordName: nameOf(row) }));
}

const lines = (trx: Trx, filter: AuditFilter) =>
  filtered(trx, filter)
    .leftJoin('user as u', 'u.id', 'a.userId')
    .select([
      'a.id',
      'a.at',
      'a.userId',
      'u.name as userName',
      'a.entity',
      'a.recordId',
      'a.action',
      'a.diff',
    ]);

/** Log entries are numbered in writing order, so sorting by id sorts by time. */
const SORTED = {
  time: 'a.id asc',
  '-time': 'a.id desc',
  user: 'u.name asc nulls last',
  '-user': 'u.name desc nulls last',
} as const satisfies Record<AuditSort, string>;

export async function readAuditPage(
  trx: Trx,
  caller: Caller,
  filter: AuditFilter,
  { current, size, sort = '-time' }: { current: number; size: number; sort?: AuditSort | undefined },
): Promise<Data<'auditPage'>> {
  const { total } = await filtered(trx, filter)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await lines(trx, filter)
    .orderBy(sql.raw(SORTED[sort]))
    .orderBy('a.id', 'desc')
    .limit(size)
    .offset((current - 1) * size)
    .execute();
  return { records: await nameLines(trx, caller, rows), total: Number(total), current, size };
}

/** Returns the log entries after a given one, in batches. */
export async function auditAfter(
  trx: Trx,
  caller: Caller,
  filter: AuditFilter,
  before: number | null,
  size: number,
): Promise<AuditLine[]> {
  let query = lines(trx, filter).orderBy('a.id', 'desc');
  if (before !== null) query = query.where('a.id', '<', before);
  return nameLines(trx, caller, await query.limit(size).execute());
}
