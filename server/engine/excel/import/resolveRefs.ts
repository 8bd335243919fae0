/** Finds referenced records by the texts in cells. */
import { pickText } from '../../../../runtime/core/text/pickText.ts';
import type { Trx } from '../../../platform/db/index.ts';
import { findKeys, type RefKeys, targetOf } from '../refs.ts';
import { type Check, type RowPlan, rowProblem } from './rowPlan.ts';
import { TEXTS } from './texts.ts';

function setRef(
  check: Check,
  plan: RowPlan,
  name: string,
  { found, own }: { found: RefKeys; own: boolean },
): void {
  const { lang } = check.context;
  const value = plan.values[name];
  if (value === undefined) return;
  const resolved = [value].flat().map((key) => found.get(String(key)));
  const wrong = resolved.find((key) => key === undefined || key === null);
  if (resolved.includes(undefined) || resolved.includes(null)) {
    const text = wrong === null && !resolved.includes(undefined) ? TEXTS.severalRefs : TEXTS.unknown;
    plan.problems.push(rowProblem(check, plan.row, name, pickText(text, lang)));
    const unknown = [value]
      .flat()
      .map(String)
      .filter((text) => !found.has(text));
    if (own) plan.waits.push(...unknown.map((text) => ({ column: name, text })));
    delete plan.values[name];
  } else plan.values[name] = Array.isArray(value) ? resolved : resolved[0];
}

/** Replaces the texts of references by keys. */
export async function resolveRefs(check: Check, trx: Trx, plans: readonly RowPlan[]): Promise<void> {
  const {
    used,
    fields,
    entity,
    context: { session },
  } = check;
  for (const { field: name } of used) {
    const field = fields[name];
    const target = field && targetOf(field);
    if (!target) continue;
    const texts = plans.flatMap(({ values }) => [values[name] ?? []].flat().map(String));
    const keys = await findKeys(trx, session, target, texts, { entity, field: name });
    const isOwnEntity = target.entity.name === entity.name;
    for (const plan of plans) setRef(check, plan, name, { found: keys, own: isOwnEntity });
  }
}
