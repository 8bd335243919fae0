/** Checks the conditions and expressions of fields against the object that contains them. */

import { isAmount } from '../../../runtime/core/numbers/money.ts';
import type { Condition, Field, Rule, Text } from '../../definition/definition.ts';
import { choice, type Problem, problemOf } from '../../problem.ts';
import { checkCondition } from '../checkCondition.ts';
import { checkDefault } from '../checkDefault.ts';
import { evaluate } from '../checkExpression.ts';
import { fieldValues, type Known } from '../checkFields.ts';
import { checkPropose } from '../checkPropose.ts';
import { checkReadings } from '../checkReadings.ts';
import { checkRefWhere } from '../checkRefWhere.ts';
import { type Add, CONTEXTS, type Scope, scopeOf, type ValuesOf } from '../scope.ts';

const CONDITIONS = ['x-visible', 'x-enabled', 'x-required', 'x-overdueWhen'];
const DAYS: readonly unknown[] = ['date', 'date-time'];

interface Checking {
  add: Add;
  valuesOf: ValuesOf;
}

export const valuesWith =
  ({ dictionaries }: Known): ValuesOf =>
  (field) =>
    fieldValues(field, dictionaries);

/** Checks a computed amount. It is stored as an amount, because a number with a binary fraction is inexact. */
function checkComputed(field: Field, scope: Scope, pointer: string, { add, valuesOf }: Checking): void {
  const isOpen = field['x-permission'] === undefined;
  const place = { scope, pointer: `${pointer}/x-computed`, add, valuesOf, isOpen };
  const result = evaluate(field['x-computed'], place);
  if (isAmount(result) && !isAmount(field)) add(`${pointer}/type`, 'computedAmount');
}

/** Refuses a rule that does not return a boolean or marks no field, because it would have no effect. */
function checkRule(
  rule: Rule,
  holder: Field,
  scope: Scope,
  pointer: string,
  { add, valuesOf }: Checking,
): void {
  const result = evaluate(rule.check, { scope, pointer: `${pointer}/check`, add, valuesOf });
  if (result?.type !== undefined && result.type !== 'boolean') add(`${pointer}/check`, 'ruleNoYesNo');
  const names = Object.keys(holder.properties ?? {});
  if (!names.includes(rule.at))
    add(`${pointer}/at`, 'unknownProperty', { name: rule.at, known: choice(rule.at, names) });
  checkSentence(rule.text, holder, `${pointer}/text`, add);
}

/** Checks a sentence. It names fields in braces, but none that only some users may read. */
export function checkSentence(text: Text, holder: Field, pointer: string, add: Add): void {
  const open = Object.entries(holder.properties ?? {}).flatMap(
    ([name, { writeOnly, 'x-permission': permission }]) =>
      writeOnly || permission !== undefined ? [] : [name],
  );
  for (const lang of ['zh', 'en'] as const)
    for (const [, name = ''] of text[lang].matchAll(/\{(?:was\.)?(\w+)\}/g))
      if (!open.includes(name))
        add(`${pointer}/${lang}`, 'textField', { name: `{${name}}`, known: choice(name, open) });
}

/** Checks a condition of a move that a schema cannot express: an expression over the record. */
export function checkMoveRule(
  { check, text }: Pick<Rule, 'check' | 'text'>,
  holder: Field,
  pointer: string,
  { add, valuesOf }: Checking,
): void {
  const scope = scopeOf(holder, CONTEXTS.move);
  const result = evaluate(check, { scope, pointer: `${pointer}/check`, add, valuesOf });
  if (result?.type !== undefined && result.type !== 'boolean') add(`${pointer}/check`, 'ruleNoYesNo');
  checkSentence(text, holder, `${pointer}/text`, add);
}

const hasCurrency = ({ properties = {} }: Field): boolean =>
  Object.values(properties).some(
    (field) =>
      field['x-dictionary'] === 'currency' || (isAmount(field) && properties[field['x-currency'] ?? '']),
  );

/**
 * Checks that the currency of an amount exists. The currency field may be beside the amount, in the record around its
 * line, or in the record that its form moves.
 */
function checkCurrency(child: Field, holders: readonly Field[], pointer: string, add: Add): void {
  const name = child['x-currency'];
  if (name === undefined) {
    if (isAmount(child) && holders.some(hasCurrency)) add(pointer, 'currencyMissing');
    return;
  }
  if (!isAmount(child)) add(`${pointer}/x-currency`, 'currencyOfNone');
  const texts = holders.flatMap(({ properties = {} }) =>
    Object.entries(properties).flatMap(([other, property]) =>
      property.type === 'string' && !isAmount(property) ? [other] : [],
    ),
  );
  if (!texts.includes(name))
    add(`${pointer}/x-currency`, 'currencyField', { name, known: choice(name, texts) });
}

/**
 * Returns the record around a line as its expressions see it. It is two steps up, because one leads to the line's place
 * in the list.
 */
const aroundLine = (record: Field | undefined): Scope | undefined =>
  record && scopeOf(record, CONTEXTS.person);

/**
 * Checks every rule of a field and of all fields below it. `context` is what the form adds to the object as `$context`.
 * `record` is the schema of the record whose lines these are. References may also follow `around`. `about` is the
 * record that a form moves.
 */
export function ruleProblems(
  file: string,
  field: Field,
  pointer: string,
  known: Known,
  context: Field,
  record?: Field,
  around: readonly Field[] = [],
  about?: Field,
): Problem[] {
  const problems: Problem[] = [];
  const add: Add = (place, key, params) => void problems.push(problemOf(file, place, key, params));
  const checking = { add, valuesOf: valuesWith(known) };
  const visit = (holder: Field, place: string, above?: Scope): void => {
    const inForm = scopeOf(holder, context);
    const person = { ...scopeOf(holder, CONTEXTS.person), ...(above ? { above } : {}) };
    for (const [index, rule] of (holder['x-rules'] ?? []).entries())
      checkRule(rule, holder, person, `${place}/x-rules/${index}`, checking);
    for (const [name, child] of Object.entries(holder.properties ?? {})) {
      const where = `${place}/properties/${name}`;
      checkPropose(child, holder, where, known, add);
      checkReadings(child, holder, where, add);
      // Lines are checked where they are defined.
      if (child['x-lines']) continue;
      for (const keyword of CONDITIONS)
        if (child[keyword])
          checkCondition(child[keyword] as Condition, inForm.field, `${where}/${keyword}`, checking);
      if (child['x-overdueWhen'] && !DAYS.includes(child.format)) add(`${where}/x-overdueWhen`, 'lateNoDay');
      if (child['x-computed'])
        checkComputed(child, { ...person, ...scopeOf(holder, CONTEXTS.computed) }, where, checking);
      checkDefault(name, child, holder, { above: person.above, pointer: where, ...checking });
      checkCurrency(child, [holder, field, ...(about ? [about] : [])], where, add);
      // References of the record around a line are followed as well.
      const holders = [holder, field, ...(record ? [record] : []), ...around];
      const choosing = { name, holders, known, add };
      checkRefWhere(child, where, choosing);
      if (child.items && !child.items.properties) checkRefWhere(child.items, `${where}/items`, choosing);
      visit(child, where);
      if (child.items) visit(child.items, `${where}/items`, person);
    }
  };
  visit(field, pointer, aroundLine(record));
  return problems;
}
