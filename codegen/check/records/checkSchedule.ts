/** Checks a schedule: each setting is a field of the right type, or a literal value. */
import { isZone } from '../../../runtime/core/time/timeWindow.ts';
import { DAY_RULES } from '../../../runtime/core/time/workDays.ts';
import type { Entity, Field, Schedule, Source } from '../../definition/definition.ts';
import { FORMATS } from '../../fieldTypes.ts';
import { choice, type Problem, problemOf } from '../../problem.ts';
import { checkCondition } from '../checkCondition.ts';
import { fieldValues, type Known } from '../checkFields.ts';
import { type Add, CONTEXTS, recordScope, type Scope, scopeOf } from '../scope.ts';
import { checkCreate } from './checkEffects.ts';
import { valuesWith } from './checkRules.ts';

/** A setting that is a field of this kind, or a literal in this format. */
interface Setting {
  fits(field: Field, known: Known): boolean;
  isValue(value: string): boolean;
  /** An example of a value. */
  said: string;
}

const ofFormat =
  (format: string) =>
  (field: Field): boolean =>
    field.format === format;

const SETTINGS: Readonly<Record<'rule' | 'from' | 'until' | 'days' | 'zone' | 'at', Setting>> = {
  rule: {
    fits: ofFormat('rrule'),
    isValue: (value) => FORMATS.rrule!.test(value),
    said: '"FREQ=MONTHLY;BYMONTHDAY=1"',
  },
  from: { fits: ofFormat('date'), isValue: (value) => FORMATS.date!.test(value), said: '"2026-01-01"' },
  until: { fits: ofFormat('date'), isValue: () => false, said: '"endDate"' },
  days: {
    fits: (field, { dictionaries }) => {
      const values = fieldValues(field, dictionaries);
      return values.length > 0 && values.every((value) => DAY_RULES.some((rule) => rule === value));
    },
    isValue: (value) => DAY_RULES.some((rule) => rule === value),
    said: DAY_RULES.map((rule) => `"${rule}"`).join(', '),
  },
  zone: { fits: ofFormat('timezone'), isValue: isZone, said: '"Asia/Shanghai"' },
  at: {
    fits: ofFormat('time'),
    isValue: (value) => /^([01]\d|2[0-3]):[0-5]\d$/.test(value),
    said: '"08:00"',
  },
};

interface Ground {
  entity: Entity;
  schedule: Schedule;
  known: Known;
  add: Add;
}

function checkSettings({ entity, schedule, known, add }: Ground, isTenants: boolean): void {
  const fields = entity.schema.properties ?? {};
  for (const [name, setting] of Object.entries(SETTINGS)) {
    const value = schedule[name as keyof typeof SETTINGS];
    if (value === undefined) continue;
    const place = `/schedule/${name}`;
    const field = fields[value];
    const fitting = Object.keys(fields).filter((one) => setting.fits(fields[one]!, known));
    const said = setting.said;
    if (isTenants && (field || name === 'until')) add(place, 'scheduleTenant', { entity: entity.name, said });
    else if (field ? !setting.fits(field, known) : !setting.isValue(value))
      add(place, 'scheduleField', { name: value, said, known: choice(value, fitting) });
  }
}

/**
 * The keywords that name lines of the plan. The values of the created record read one of these lines under the given
 * name.
 */
const LINES = { each: 'each', turns: 'turn' } as const;

/** Checks the named lines. Returns the scope of the values, which includes one line of each table. */
function lineScope({ entity, schedule, add }: Ground, scope: Scope, isTenants: boolean): Scope {
  const fields = entity.schema.properties ?? {};
  const tables = Object.keys(fields).filter((name) => fields[name]?.['x-lines']);
  const read = JSON.stringify(schedule.create.values);
  const lines: Record<string, Field> = {};
  for (const [keyword, name] of Object.entries(LINES)) {
    const set = schedule[keyword as keyof typeof LINES];
    if (set === undefined) continue;
    const place = `/schedule/${keyword}`;
    const { items, 'x-lines': link } = fields[set] ?? {};
    if (isTenants) add(place, 'scheduleWhile');
    else if (!items || !link) add(place, 'scheduleLines', { known: choice(set, tables) });
    else {
      lines[name] = items;
      if (!read.includes(`"${name}.`)) add(place, 'scheduleLineUnread', { name });
    }
  }
  return { field: { ...scope.field, properties: { ...scope.field?.properties, ...lines } } };
}

/** Returns whether the records of a schedule lead, by further schedules, back to its plan. */
function leadsBack(from: string, to: string, known: Known, seen = new Set<string>()): boolean {
  if (from === to) return true;
  if (seen.has(from)) return false;
  seen.add(from);
  const next = known.entities.get(from)?.schedule?.create.entity;
  return next !== undefined && next !== from && leadsBack(next, to, known, seen);
}

export function scheduleProblems({ file, value: entity }: Source<Entity>, known: Known): Problem[] {
  const problems: Problem[] = [];
  const { schedule } = entity;
  if (!schedule) return problems;
  const add: Add = (pointer, key, params) => void problems.push(problemOf(file, pointer, key, params));
  const ground = { entity, schedule, known, add };
  const isTenants = schedule.create.entity === entity.name;
  checkSettings(ground, isTenants);
  const context = CONTEXTS.schedule;
  const base = isTenants ? scopeOf({}, context) : recordScope(entity.schema, context);
  const scope = lineScope(ground, base, isTenants);
  if (schedule.while && isTenants) add('/schedule/while', 'scheduleWhile');
  else if (schedule.while)
    checkCondition(schedule.while, recordScope(entity.schema, CONTEXTS.approval).field, '/schedule/while', {
      add,
      valuesOf: valuesWith(known),
    });
  checkCreate(schedule.create, '/schedule/create', { entity, form: undefined, scope, known, add });
  if (!isTenants && leadsBack(schedule.create.entity, entity.name, known))
    add('/schedule/create/entity', 'scheduleCircle', { entity: entity.name });
  if (schedule.at !== undefined && !JSON.stringify(schedule.create.values).includes('"$context.at"'))
    add('/schedule/at', 'scheduleUnread');
  return problems;
}
