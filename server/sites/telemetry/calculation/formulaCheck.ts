/** Checks of calculated variables that their definition cannot express. */
import { sql } from 'kysely';
import {
  type Formula,
  formulaCycle,
  formulasLimit,
  isFormulaProblem,
  MAX_NESTED,
  MAX_PARTS,
  parseFormula,
} from '../../../../runtime/core/formula/index.ts';
import type { Values } from '../../../../runtime/core/rules/rule.ts';
import type { Trx } from '../../../platform/db/index.ts';
import { AppError } from '../../../platform/errors/errors.ts';

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

/** Parses a stored formula. Null if there is none or it cannot be parsed. */
export function parseStoredFormula(text: string | null): Formula | null {
  const parsed = text === null ? null : parseFormula(text);
  return parsed && !isFormulaProblem(parsed) ? parsed : null;
}

/** Reads the variables that the named variables' formulas use, level by level. Limited to the tenant. */
async function readReachedFormulas(trx: Trx, sns: readonly string[]) {
  const variables = new Map<string, { dataType: string; formula: Formula | null }>();
  for (let pending = [...sns]; pending.length > 0; ) {
    const rows = await trx
      .selectFrom('deviceVariable')
      .select(['sn', 'dataType', 'formula'])
      .where('sn', 'in', pending)
      .execute();
    const fresh = rows.flatMap(({ sn, dataType, formula }) =>
      sn === null ? [] : [[sn, { dataType, formula: parseStoredFormula(formula) }] as const],
    );
    for (const [sn, variable] of fresh) variables.set(sn, variable);
    const next = new Set(fresh.flatMap(([, { formula }]) => formula?.variables ?? []));
    pending = [...next].filter((sn) => !variables.has(sn));
  }
  return variables;
}

/** Reads the calculated variables that use this variable, level by level. */
async function formulasUsing(trx: Trx, sn: string) {
  const users = new Map<string, { name: string; formula: Formula }>();
  for (let sns = [sn]; sns.length > 0; ) {
    const texts = sns.map((name) => name.replaceAll(']', ']]'));
    const rows = await trx
      .selectFrom('deviceVariable')
      .select(['sn', 'name', 'formula'])
      .where('formula', 'is not', null)
      .where(sql<boolean>`exists (select from unnest(${texts}::text[]) as t where strpos(formula, t) > 0)`)
      .execute();
    const requestedSns = new Set(sns);
    sns = [];
    for (const { sn: user, name, formula: text } of rows) {
      const formula = parseStoredFormula(text);
      if (user === null || users.has(user) || !formula?.variables.some((input) => requestedSns.has(input)))
        continue;
      users.set(user, { name, formula });
      sns.push(user);
    }
  }
  return users;
}

/** Checks that the expanded formula is not too large, and neither are the formulas that use it. */
async function checkExtent(trx: Trx, sn: string, ownFormula: Formula, isNew: boolean): Promise<void> {
  const users = isNew ? await formulasUsing(trx, sn) : new Map<string, { name: string; formula: Formula }>();
  const used = [ownFormula, ...[...users.values()].map(({ formula }) => formula)];
  const reached = await readReachedFormulas(trx, [...new Set(used.flatMap(({ variables }) => variables))]);
  const formulaOf = (name: string): Formula | null =>
    name === sn ? ownFormula : (users.get(name)?.formula ?? reached.get(name)?.formula ?? null);
  const large = [sn, ...users.keys()].find(formulasLimit(formulaOf));
  if (large === undefined) return;
  const limits = { parts: MAX_PARTS, nested: MAX_NESTED };
  if (large === sn) throw new AppError('formula.tooLarge', limits, FIELD);
  throw new AppError('formula.userTooLarge', { ...limits, name: users.get(large)!.name }, FIELD);
}

/**
 * Returns the values unchanged. Throws with the formula's field if it is not valid. `before` is the previous formula.
 */
export async function checkFormula(trx: Trx, values: Values, before?: unknown): Promise<Values> {
  const text = values.formula;
  if (typeof text !== 'string') return values;
  if (values.dataType !== 'number') throw new AppError('formula.notNumber', {}, { field: '/dataType' });
  const formula = requireFormula(text);
  const sn = String(values.sn);
  const reached = await readReachedFormulas(trx, formula.variables);
  const missing = formula.variables.find((input) => input !== sn && !reached.has(input));
  if (missing !== undefined) throw new AppError('formula.noVariable', { sn: missing }, FIELD);
  const textual = formula.variables.find((input) => reached.get(input)?.dataType === 'text');
  if (textual !== undefined) throw new AppError('formula.textVariable', { sn: textual }, FIELD);
  const cycle = formulaCycle(sn, (name) => (name === sn ? formula : (reached.get(name)?.formula ?? null)));
  if (cycle) throw new AppError('formula.cycle', { path: cycle.join(' → ') }, FIELD);
  await checkExtent(trx, sn, formula, text !== before);
  return values;
}

/** Throws if other variables are calculated from this variable. It then cannot be deleted. */
export async function keepFormula(trx: Trx, sn: string): Promise<void> {
  const rows = await trx
    .selectFrom('deviceVariable')
    .select(['name', 'formula'])
    .where('formula', 'is not', null)
    .execute();
  const user = rows.find(({ formula }) => parseStoredFormula(formula)?.variables.includes(sn));
  if (user) throw new AppError('formula.used', { name: user.name });
}
