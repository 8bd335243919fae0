/**
 * Checks rules about other records at the end of the writing transaction. They are rules over figures (`across`) or
 * against overlaps (`apart`). Writers of records that affect each other wait for each other. If two writes are valid
 * alone but not together, the second is refused.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Across, EntityDefinition } from '../../../generated/definition.ts';
import { entityRegistry } from '../../../runtime/core/definitions/entities.ts';
import { countedOf, fieldsAcross, fieldsApart, fieldsCounted } from '../../../runtime/core/rules/across.ts';
import { listReadNames } from '../../../runtime/core/rules/namesRead.ts';
import { beforeCommit } from '../../platform/db/beforeCommit.ts';
import type { Trx } from '../../platform/db/index.ts';
import type { Row } from '../../platform/db/tables/anyTable.ts';
import { runStatements } from '../../platform/db/tenant.ts';
import {
  askAcross,
  askApart,
  type BeyondQuestion,
  countedBy,
  isHeldApart,
  refusalOf,
} from './acrossQuestions.ts';
import type { Writer, Written } from './rollupSources.ts';

interface Noted extends Written {
  entity: EntityDefinition;
}

/**
 * The number of different locks. It is below the maximum number of locks of a transaction, even if that writes many
 * records.
 */
const BUCKETS = 256;

const pendings = new WeakMap<object, Map<number, Map<string, Noted>>>();

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
const differs = ({ before, after }: Written, names: readonly string[]): boolean =>
  names.some((name) => !same(before[name], after[name]));

/** Returns the rules, of all entities, whose figures include these records. */
const rulesOver = (name: string): { entity: EntityDefinition; across: Across }[] =>
  entityRegistry
    .all()
    .flatMap((entity) =>
      countedBy(entity).includes(name) ? (entity.across ?? []).map((across) => ({ entity, across })) : [],
    );

/** Returns whether a write of these records can violate a rule about other records. */
export const looksBeyond = (entity: EntityDefinition): boolean =>
  Boolean(entity.apart ?? entity.across) || rulesOver(entity.name).length > 0;

/** Remembers written records. Their rules are checked before the commit. */
export function noteAcross(
  trx: Trx,
  writer: Writer,
  entity: EntityDefinition,
  written: readonly Written[],
): void {
  if (written.length === 0 || !looksBeyond(entity)) return;
  const tenants = pendings.get(trx) ?? new Map<number, Map<string, Noted>>();
  pendings.set(trx, tenants);
  const noted = tenants.get(writer.tenantId) ?? new Map<string, Noted>();
  tenants.set(writer.tenantId, noted);
  if (noted.size === 0) beforeCommit(trx, 'across', () => checkAll(trx, writer, noted));
  for (const { before, after } of written) {
    const id = after.id ?? before.id;
    const key = `${entity.name} ${id ?? `gone ${noted.size}`}`;
    const first = noted.get(key);
    const isGone = after.id === undefined;
    noted.set(key, {
      entity,
      before: first?.before ?? before,
      after: isGone ? after : { ...first?.after, ...after },
    });
  }
}

async function checkAll(trx: Trx, writer: Writer, noted: Map<string, Noted>): Promise<void> {
  const all = [...noted.values()];
  noted.clear();
  const questions = [...Map.groupBy(all, ({ entity }) => entity)].flatMap(([entity, rows]) =>
    questionsOf(entity, rows, writer),
  );
  const locks = lockNames(all);
  if (locks.length === 0) return;
  const [, ...answers] = await runStatements<Row[]>(
    trx,
    lockQuery(writer.tenantId, locks),
    ...questions.map(({ question }) => question),
  );
  for (const [at, { read }] of questions.entries()) {
    const [obstacle] = read(answers[at] ?? []);
    if (obstacle) throw refusalOf(obstacle);
  }
}

/** Locks are taken in a fixed order, so that two transactions cannot deadlock. */
const lockQuery = (tenantId: number, names: readonly string[]): RawBuilder<Row> =>
  sql<Row>`select pg_advisory_xact_lock(hashtextextended(n, ${tenantId})) from unnest(${names.toSorted()}::text[]) n`;

/**
 * Returns the queries that check the rules about other records. If the fields of a stored record are unchanged, the
 * record is not checked again.
 */
function questionsOf(entity: EntityDefinition, rows: readonly Noted[], writer: Writer): BeyondQuestion[] {
  const reader = { ...writer, lang: writer.lang ?? 'zh' };
  const stored = rows.filter(({ after }) => after.id !== undefined);
  const apart = (entity.apart ?? []).flatMap((one) => {
    const records = stored
      .filter((row) => differs(row, fieldsApart(one)) && isHeldApart(one, row.after))
      .map(({ after }) => after);
    return records.length > 0 ? [askApart(entity, writer.tenantId, one, records, reader)] : [];
  });
  const across = (entity.across ?? []).flatMap((one) => {
    const records = [
      ...stored.filter((row) => differs(row, fieldsAcross(entity, one))).map(({ after }) => after),
      ...listLeftGroups(entity, one, rows),
    ];
    return records.length > 0 ? [askAcross(entity, writer.tenantId, one, records, reader)] : [];
  });
  return [...apart, ...across];
}

/**
 * Returns the groups that records have left. The rule must hold for the rest: without a deleted delivery, a stock
 * could become negative.
 */
function listLeftGroups(entity: EntityDefinition, { figures, check }: Across, rows: readonly Noted[]): Row[] {
  const own = Object.values(figures).filter((figure) => countedOf(figure, entity) === entity.name);
  const shared = new Set(own.flatMap(({ by }) => Object.keys(by)));
  const isOfGroup = listReadNames(check).every((name) => name in figures || shared.has(name));
  if (own.length === 0 || !isOfGroup) return [];
  return rows
    .filter(({ before, after }) => hasLeft(before, after, [...shared]))
    .map(({ before }) => ({ ...before, $left: true }));
}

const hasLeft = (before: Row, after: Row, shared: readonly string[]): boolean =>
  Object.keys(before).length > 0 && (after.id === undefined || differs({ before, after }, shared));

/** Returns the names of the locks. Records that a rule counts together or compares have the same name. */
function lockNames(all: readonly Noted[]): string[] {
  const names = new Set<string>();
  const rules = new Map<EntityDefinition, ReturnType<typeof rulesOver>>();
  const add = (about: string, fields: readonly string[], values: Row) => {
    const key = fields.map((name) => values[name] ?? null);
    if (!key.includes(null)) names.add(`${about} ${bucketOf(JSON.stringify(key))}`);
  };
  for (const { entity, before, after } of all) {
    const over = rules.get(entity) ?? rulesOver(entity.name);
    rules.set(entity, over);
    for (const row of [before, after]) {
      for (const { by } of entity.apart ?? []) add(`apart ${entity.name} ${by}`, by, row);
      for (const rule of over)
        for (const figure of Object.values(rule.across.figures))
          if (
            countedOf(figure, rule.entity) === entity.name &&
            differs({ before, after }, fieldsCounted(figure))
          )
            add(groupName(figure, rule.entity), Object.keys(figure.by), row);
      for (const { figures } of entity.across ?? [])
        for (const figure of Object.values(figures))
          add(groupName(figure, entity), Object.values(figure.by), row);
    }
  }
  return [...names];
}

const groupName = (figure: Across['figures'][string], entity: EntityDefinition): string =>
  `across ${countedOf(figure, entity)} ${Object.keys(figure.by)}`;

function bucketOf(text: string): number {
  let hash = 0;
  for (const letter of text) hash = (Math.imul(hash, 31) + (letter.codePointAt(0) ?? 0)) >>> 0;
  return hash % BUCKETS;
}
