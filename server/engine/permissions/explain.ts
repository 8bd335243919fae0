/** Explains why a user may or may not do something: the deciding rule, and users who can change it. */

import { sql } from 'kysely';
import type { Data, Input } from '../../../generated/calls.ts';
import { fieldAccess } from '../../../runtime/core/access/fieldAccess.ts';
import { NARROW, type Scope } from '../../../runtime/core/access/permission.ts';
import { type Entity, entityRegistry } from '../../../runtime/core/definitions/entities.ts';
import {
  approvalLock,
  areMovesLocked,
  movesOf,
  ownedFields,
  transitionPermission,
  transitionRefusal,
} from '../../../runtime/core/rules/states.ts';
import { type Lang, languageOf, nearLang } from '../../../runtime/core/text/lang.ts';
import { pickText } from '../../../runtime/core/text/pickText.ts';
import { brokenRuleMessage } from '../../../runtime/fieldTypes/fieldMessage.ts';
import type { Trx } from '../../platform/db/index.ts';
import { type Row, trxAny } from '../../platform/db/tables/anyTable.ts';
import { inWordOrder } from '../../platform/db/tables/wordOrder.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { Caller } from '../access/asker.ts';
import { SEEING } from '../access/members.ts';
import { recordScope, recordWhere } from '../access/recordScope.ts';
import type { Session } from '../context.ts';
import { inHome } from '../entities/exchangeRates.ts';
import { valueTitle } from '../entities/texts.ts';
import { notByRefusal } from '../states/notBy.ts';
import { keyTitle } from './catalogue.ts';
import { reasonText } from './reasons.ts';

const ANOTHER = { zh: '别人', en: 'another user' };

export type Explanation = Data<'accessExplain'>;
type Query = Input<'accessExplain'>['query'];
type Reason = Explanation['reasons'][number];

interface Case {
  trx: Trx;
  session: Session;
  /** The user whose rights are explained. */
  asker: Caller & { name: string };
  entity: Entity;
  query: Query;
  lang: Lang;
}

/** Returns the permission's action, which follows the entity's name, and its title. */
function readAction({ entity, query, lang }: Case): { action: string; title: string } {
  const move = movesOf(entity).find(({ name }) => name === query.action);
  if (move) {
    const action = transitionPermission(entity, move).slice(entity.name.length + 1);
    return { action, title: pickText(move.title, lang) };
  }
  const title = keyTitle(`${entity.name}:${query.action}`);
  if (!title) throw new AppError('http.notFound');
  return { action: query.action, title: pickText(title, lang) };
}

/**
 * Returns why an import is refused. It creates or changes records, so it also requires one of these
 * permissions. Null if it is not refused.
 */
function importReason({ asker, entity, lang }: Case, action: string): Reason | null {
  if (action !== 'import') return null;
  if (['create', 'update'].some((action) => recordScope(asker, entity, action) !== null)) return null;
  return {
    rule: 'importNothing',
    text: reasonText('importNothing', lang, { entity: pickText(entity.title, lang) }),
  };
}

async function rolesGranting(trx: Trx, keys: readonly string[], lang: Lang): Promise<string[]> {
  const rows = await trx
    .selectFrom('role')
    .select(['name', 'nameEn', 'permissions'])
    .orderBy(inWordOrder('name'))
    .execute();
  return rows
    .filter(({ permissions }) => ((permissions as string[] | null) ?? []).some((key) => keys.includes(key)))
    .map(({ name, nameEn }) => (nearLang(lang) === 'en' && nameEn) || name);
}

const MAX_ASKABLE = 5;

/** Finds users who have all permissions that the caller lacks, and may grant them. */
async function findAskable(trx: Trx, tenantId: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from "user" u
     where status = 'active'
       and user_permissions(${tenantId}, u.id) && array['*', 'user:*', 'user:update', 'userPermission:*', 'userPermission:update']
     order by user_permissions(${tenantId}, u.id) && array['*'] desc, name limit ${MAX_ASKABLE}`.execute(trx);
  return rows.map(({ name }) => name);
}

/** Reasons why a record is not accessible, by the user's widest scope. */
const BEYOND: Readonly<Record<Scope, string>> = {
  own: 'ownOnly',
  site: 'siteOnly',
  department: 'departmentOnly',
  tenant: 'audience',
};

async function rowSeen(trx: Trx, subject: Caller, entity: Entity, id: number): Promise<Row | undefined> {
  for (const action of ['get', 'list']) {
    const where = recordWhere(subject, entity, action);
    let query = trxAny(trx).selectFrom(entity.name).selectAll().where('id', '=', id);
    if (where) query = query.where(where);
    const row = await query.executeTakeFirst();
    if (row) return row;
  }
  return undefined;
}

async function ownerName(trx: Trx, entity: Entity, row: Row): Promise<string | null> {
  const owner = Number(row[entity.owner ?? 'createdBy']);
  if (!Number.isSafeInteger(owner)) return null;
  const ownerRow = await trx.selectFrom('user').select('name').where('id', '=', owner).executeTakeFirst();
  return ownerRow?.name ?? null;
}

/** Returns reasons that depend on the record: its owner, its state, or an approval that locks it. */
async function recordReasons(check: Case, action: string, id: number): Promise<Reason[]> {
  const { trx, session, asker, entity, query, lang } = check;
  // The explained record must be visible to both the caller and the user in question.
  const row = (await rowSeen(trx, session, entity, id)) && (await rowSeen(trx, asker, entity, id));
  if (!row) return [{ rule: 'notVisible', text: reasonText('notVisible', lang, {}) }];
  const where = recordWhere(asker, entity, action);
  if (where) {
    const reach = trxAny(trx).selectFrom(entity.name).select('id').where('id', '=', id).where(where);
    if (!(await reach.executeTakeFirst())) {
      const scope = recordScope(asker, entity, action);
      const rule = scope === null ? 'ownOnly' : BEYOND[scope];
      const owner = (await ownerName(trx, entity, row)) ?? pickText(ANOTHER, lang);
      return [{ rule, text: reasonText(rule, lang, { owner }) }];
    }
  }
  const reasons: Reason[] = [];
  const move = movesOf(entity).find(({ name }) => name === query.action);
  const approvalState = approvalLock(entity, row);
  if (move ? areMovesLocked(entity, row) : approvalState && (action === 'update' || action === 'delete'))
    reasons.push({
      rule: 'approval',
      text: reasonText(approvalState === 'pending' ? 'approval' : 'agreed', lang, {}),
    });
  if (move) {
    const context = { userId: asker.userId, now: new Date().toISOString() };
    const others = await notByRefusal(trx, entity, move, row, asker.userId);
    if (others) reasons.push({ rule: 'guard', text: pickText(others, lang) });
    const refusal = transitionRefusal(entity, move, await inHome(trx, entity, row), context);
    const field = entity.schema.properties?.[entity.states?.field ?? ''];
    const from = (move.from ?? []).map((state) => valueTitle(field, state, lang));
    const states = from.join(languageOf(lang).comma);
    if (refusal?.why === 'from') reasons.push({ rule: 'state', text: reasonText('state', lang, { states }) });
    if (refusal?.why === 'guard')
      reasons.push({
        rule: 'guard',
        text: brokenRuleMessage(refusal.text, { field: entity.schema, values: row }, lang),
      });
  }
  return reasons;
}

function fieldReason({ asker, entity, query, lang }: Case): Reason | null {
  const name = query.field;
  if (name === undefined) return null;
  const field = entity.schema.properties?.[name];
  if (!field) throw new AppError('http.notFound');
  const title = pickText(field.title, lang) ?? name;
  const access = fieldAccess(asker, entity, name);
  if (SEEING.has(query.action)) {
    if (access !== 'hidden') return null;
  } else if (field.readOnly) {
    return { rule: 'serverField', text: reasonText('serverField', lang, { title }) };
  } else if (access === 'write') {
    const fixed = field['x-immutable'] && query.action !== 'create';
    const rule = ownedFields(entity).has(name) ? 'stateField' : fixed ? 'fixedField' : null;
    return rule && { rule, text: reasonText(rule, lang, { title }) };
  }
  const needed = field['x-permission'];
  if (access === 'hidden' && needed && !asker.fieldRules.has(`${entity.name}.${name}`)) {
    const key = pickText(keyTitle(needed), lang) ?? needed;
    return { rule: 'fieldPermission', text: reasonText('fieldPermission', lang, { title, key }) };
  }
  const rule = access === 'hidden' ? 'fieldHidden' : 'fieldRead';
  return { rule, text: reasonText(rule, lang, { title }) };
}

export async function explainAccess(check: Case): Promise<Explanation> {
  const { trx, session, asker, entity, query, lang } = check;
  const { action, title } = readAction(check);
  const scope = recordScope(asker, entity, action);
  const about = { name: asker.name, action: title, entity: pickText(entity.title, lang) };
  if (scope === null) {
    const key = `${entity.name}:${action}`;
    const base = ['*', `${entity.name}:*`, key];
    const keys = [...base, ...base.slice(1).flatMap((key) => NARROW.map((scope) => `${key}@${scope}`))];
    const roles = await rolesGranting(trx, keys, lang);
    const reasons = [{ rule: 'noRole', text: reasonText('noRole', lang, about) }];
    if (roles.length > 0)
      reasons.push({
        rule: 'rolesGranting',
        text: reasonText('rolesGranting', lang, { roles: roles.join(languageOf(lang).comma) }),
      });
    return { allowed: false, reasons, askable: await findAskable(trx, session.tenantId) };
  }
  const reasons = [
    ...(query.id === undefined ? [] : await recordReasons(check, action, query.id)),
    ...[importReason(check, action), fieldReason(check)].filter((reason) => reason !== null),
  ];
  if (reasons.length > 0)
    return { allowed: false, reasons, askable: await findAskable(trx, session.tenantId) };
  const rule = asker.admin ? 'admin' : `held_${scope}`;
  return { allowed: true, reasons: [{ rule, text: reasonText(rule, lang, about) }], askable: [] };
}

/** Returns the entity by name. Throws if there is none. */
export function requireEntity(name: string): Entity {
  const entity = entityRegistry.get(name);
  if (!entity) throw new AppError('http.notFound');
  return entity;
}
