/** A calculated variable has to hold more than its definition can say. */
import { sql } from 'kysely';
import {
  type Formula,
  formulaCycle,
  formulasLimit,
  isFormulaProblem,
  MAX_NESTED,
  MAX_PARTS,
  parseFormula,
} from '../../../runtime/core/formula/index.ts';
import type { Values } from '../../../runtime/core/rule.ts';
import type { Trx } from '../../platform/db/index.ts';
import { AppError } from '../../platform/errors/errors.ts';

const FIELD = { field: '/formula' };

function requireFormula(text: string): Formula {
  const parsed = parseFormula(text);
  if (isFormulaProblem(parsed)) {
    const { at, problem } = parsed;
    throw new AppError('formula.invalid', { place: at + 1, zh: problem.zh, en: problem.en }, FIELD);
  }
  if (parsed.variables.length === 0) throw new AppError('formula.constant', {}, FIELD);
  return parsed;
}

/** A formula as it is kept; null: there is none, or it can't be read. */
export function formulaStored(text: string | null): Formula | null {
  const parsed = text === null ? null : parseFormula(text);
  return parsed && !isFormulaProblem(parsed) ? parsed : null;
}

/** The variables that formulas lead to from the named ones, level by level; tenants see their own only. */
async function formulasReach(trx: Trx, sns: readonly string[]) {
  const found = new Map<string, { dataType: string; formula: Formula | null }>();
  for (let wanted = [...sns]; wanted.length > 0; ) {
    const rows = await trx
      .selectFrom('deviceVariable')
      .select(['sn', 'dataType', 'formula'])
      .where('sn', 'in', wanted)
      .execute();
    const fresh = rows.flatMap(({ sn, dataType, formula }) =>
      sn === null ? [] : [[sn, { dataType, formula: formulaStored(formula) }] as const],
    );
    for (const [sn, one] of fresh) found.set(sn, one);
    const next = new Set(fresh.flatMap(([, { formula }]) => formula?.variables ?? []));
    wanted = [...next].filter((sn) => !found.has(sn));
  }
  return found;
}

/** The calculated variables that lead to this one, level by level. */
async function formulasUsing(trx: Trx, sn: string) {
  const found = new Map<string, { name: string; formula: Formula }>();
  for (let wanted = [sn]; wanted.length > 0; ) {
    const texts = wanted.map((one) => one.replaceAll(']', ']]'));
    const rows = await trx
      .selectFrom('deviceVariable')
      .select(['sn', 'name', 'formula'])
      .where('formula', 'is not', null)
      .where(sql<boolean>`exists (select from unnest(${texts}::text[]) as t where strpos(formula, t) > 0)`)
      .execute();
    const asked = new Set(wanted);
    wanted = [];
    for (const { sn: user, name, formula: text } of rows) {
      const formula = formulaStored(text);
      if (user === null || found.has(user) || !formula?.variables.some((one) => asked.has(one))) continue;
      found.set(user, { name, formula });
      wanted.push(user);
    }
  }
  return found;
}

/** Neither the formula nor those that use it may be so large, written out, that the server works on them for long. */
async function checkExtent(trx: Trx, sn: string, own: Formula, isNew: boolean): Promise<void> {
  const users = isNew ? await formulasUsing(trx, sn) : new Map<string, { name: string; formula: Formula }>();
  const used = [own, ...[...users.values()].map(({ formula }) => formula)];
  const reached = await formulasReach(trx, [...new Set(used.flatMap(({ variables }) => variables))]);
  const formulaOf = (one: string): Formula | null =>
    one === sn ? own : (users.get(one)?.formula ?? reached.get(one)?.formula ?? null);
  const large = [sn, ...users.keys()].find(formulasLimit(formulaOf));
  if (large === undefined) return;
  const limits = { parts: MAX_PARTS, nested: MAX_NESTED };
  if (large === sn) throw new AppError('formula.tooLarge', limits, FIELD);
  throw new AppError('formula.userTooLarge', { ...limits, name: users.get(large)!.name }, FIELD);
}

/** Throws at the field of the formula; answers the values as they are. `before`: the formula so far. */
export async function checkFormula(trx: Trx, values: Values, before?: unknown): Promise<Values> {
  const text = values.formula;
  if (typeof text !== 'string') return values;
  if (values.dataType !== 'number') throw new AppError('formula.notNumber', {}, { field: '/dataType' });
  const own = requireFormula(text);
  const sn = String(values.sn);
  const reached = await formulasReach(trx, own.variables);
  const missing = own.variables.find((one) => one !== sn && !reached.has(one));
  if (missing !== undefined) throw new AppError('formula.noVariable', { sn: missing }, FIELD);
  const textual = own.variables.find((one) => reached.get(one)?.dataType === 'text');
  if (textual !== undefined) throw new AppError('formula.textVariable', { sn: textual }, FIELD);
  const cycle = formulaCycle(sn, (one) => (one === sn ? own : (reached.get(one)?.formula ?? null)));
  if (cycle) throw new AppError('formula.cycle', { path: cycle.join(' → ') }, FIELD);
  await checkExtent(trx, sn, own, text !== before);
  return values;
}

/** A variable that others are calculated from stays. */
export async function keepFormula(trx: Trx, sn: string): Promise<void> {
  const rows = await trx
    .selectFrom('deviceVariable')
    .select(['name', 'formula'])
    .where('formula', 'is not', null)
    .execute();
  const user = rows.find(({ formula }) => formulaStored(formula)?.variables.includes(sn));
  if (user) throw new AppError('formula.used', { name: user.name });
}
