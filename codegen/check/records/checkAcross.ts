/** Checks rules that look at other records: their fields must exist, be comparable and countable, and hide nothing. */
import { endsOf, fieldsApart, fieldsCounted } from '../../../runtime/core/rules/across.ts';
import type { Across, AcrossFigure, Apart, Entity, Field, Source } from '../../definition/definition.ts';
import { choice, type Problem, problemOf } from '../../problem.ts';
import { evaluate } from '../checkExpression.ts';
import { compareOf, type Known } from '../checkFields.ts';
import { type Add, CONTEXTS, scopeOf } from '../scope.ts';
import { checkField, isSplit } from '../screens/checkStatistics.ts';
import { checkWanted } from './checkKept.ts';
import { checkSentence, valuesWith } from './checkRules.ts';

const NUMBERS = ['number', 'integer', 'decimal'];
const MOMENTS = ['date', 'date-time'];

interface Checking {
  known: Known;
  add: Add;
}

/** Checks the fields that `where` compares. An unknown name has one problem, whatever it is compared with. */
export function checkTaken(
  entity: Entity,
  where: Apart['where'],
  pointer: string,
  { known, add }: Checking,
): void {
  for (const [name, condition] of Object.entries(where?.properties ?? {})) {
    const place = `${pointer}/properties/${name}`;
    const field = checkField(entity, name, place, add, isSplit);
    if (field) checkWanted(field, condition, place, known, add);
  }
}

/** Refuses fields that not every user may read, because a refusal would reveal them. */
function checkOpen(entity: Entity, names: readonly string[], pointer: string, add: Add): void {
  const hidden = names.find((name) => entity.schema.properties?.[name]?.['x-permission'] !== undefined);
  if (hidden !== undefined) add(pointer, 'acrossHidden', { entity: entity.name, name: hidden });
}

function checkApart(entity: Entity, apart: Apart, pointer: string, checking: Checking): void {
  const { add } = checking;
  const isMoment = (field: Field) => MOMENTS.includes(compareOf(field));
  for (const [at, name] of apart.by.entries()) checkField(entity, name, `${pointer}/by/${at}`, add, isSplit);
  const from = checkField(entity, apart.from, `${pointer}/from`, add, isMoment);
  for (const [at, name] of endsOf(apart).entries()) {
    const place = Array.isArray(apart.to) ? `${pointer}/to/${at}` : `${pointer}/to`;
    const to = checkField(entity, name, place, add, isMoment);
    // A day includes its end, a moment does not. Both ends must be of the same kind.
    if (from && to && compareOf(from) !== compareOf(to)) add(place, 'apartKinds', { name: apart.from });
  }
  checkTaken(entity, apart.where, `${pointer}/where`, checking);
  checkOpen(entity, fieldsApart(apart), pointer, add);
  checkSentence(apart.text, entity.schema, `${pointer}/text`, add);
}

/** Checks the figure of a rule. Returns the entity of the counted records, undefined if it does not exist. */
function checkFigure(
  entity: Entity,
  figure: AcrossFigure,
  pointer: string,
  checking: Checking,
): Entity | undefined {
  const { known, add } = checking;
  const counted = figure.of === undefined ? entity : known.entities.get(figure.of);
  if (!counted) {
    add(`${pointer}/of`, 'noEntity', { known: choice(figure.of, [...known.entities.keys()]) });
    return undefined;
  }
  const { do: how, field, by, where } = figure;
  if (how === 'count' && field !== undefined) add(`${pointer}/field`, 'rollupCount');
  if (how !== 'count' && field === undefined) add(pointer, 'rollupNoField', { child: counted.name });
  if (how !== 'count' && field !== undefined)
    checkField(counted, field, `${pointer}/field`, add, (one) =>
      (how === 'sum' ? NUMBERS : [...NUMBERS, ...MOMENTS]).includes(compareOf(one)),
    );
  for (const [theirs, ours] of Object.entries(by)) {
    const [one, other] = [
      checkField(counted, theirs, `${pointer}/by/${theirs}`, add, isSplit),
      checkField(entity, ours, `${pointer}/by/${theirs}`, add, isSplit),
    ];
    if (one && other && compareOf(one) !== compareOf(other))
      add(`${pointer}/by/${theirs}`, 'acrossKinds', { name: ours });
  }
  checkTaken(counted, where, `${pointer}/where`, checking);
  checkOpen(counted, fieldsCounted(figure), pointer, add);
  if (counted !== entity && !isIndexed(counted, Object.keys(by)))
    add(`${pointer}/by`, 'acrossIndex', {
      entity: counted.name,
      fields: JSON.stringify(Object.keys(by)),
    });
  return counted;
}

/**
 * Returns whether these fields have an index. Indexes on the entity of the rule are created automatically, and the id
 * always has one.
 */
export const isIndexed = ({ indexes = [], unique = [] }: Entity, names: readonly string[]): boolean =>
  names.includes('id') ||
  [...indexes, ...unique].some((fields) =>
    names.every((name) => fields.slice(0, names.length).includes(name)),
  );

function checkAcross(entity: Entity, across: Across, pointer: string, checking: Checking): void {
  const { known, add } = checking;
  const own = entity.schema.properties ?? {};
  const figures: Record<string, Field> = {};
  for (const [name, figure] of Object.entries(across.figures)) {
    const place = `${pointer}/figures/${name}`;
    if (name in own) add(place, 'takenBeside', { name });
    const counted = checkFigure(entity, figure, place, checking);
    const source = counted?.schema.properties?.[figure.field ?? ''];
    if (counted) figures[name] = figure.do === 'count' ? { type: 'integer' } : (source ?? {});
  }
  const holder: Field = { ...entity.schema, properties: { ...own, ...figures } };
  const result = evaluate(across.check, {
    scope: scopeOf(holder, CONTEXTS.person),
    pointer: `${pointer}/check`,
    add,
    valuesOf: valuesWith(known),
  });
  if (result?.type !== undefined && result.type !== 'boolean') add(`${pointer}/check`, 'ruleNoYesNo');
  if (!own[across.at])
    add(`${pointer}/at`, 'unknownProperty', { name: across.at, known: choice(across.at, Object.keys(own)) });
  checkSentence(across.text, holder, `${pointer}/text`, add);
}

export function acrossProblems({ file, value: entity }: Source<Entity>, known: Known): Problem[] {
  const problems: Problem[] = [];
  const add: Add = (pointer, key, params) => void problems.push(problemOf(file, pointer, key, params));
  const checking = { known, add };
  for (const [at, apart] of (entity.apart ?? []).entries())
    checkApart(entity, apart, `/apart/${at}`, checking);
  for (const [at, across] of (entity.across ?? []).entries())
    checkAcross(entity, across, `/across/${at}`, checking);
  return problems;
}
