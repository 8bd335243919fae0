/** Converts the rule of a form or record to the input of a trial. */
import '../../../runtime/core/definitions/allEntities.ts';
import type { Data, Input } from '../../../generated/calls.ts';
import { entityOf } from '../../../runtime/core/definitions/entities.ts';
import { fieldState, type Values } from '../../../runtime/core/rules/rule.ts';

export type Trial = Data<'alarmGeneraterTry'>;
export type Tried = Input<'alarmGeneraterTry'>['body']['rule'];

const TRIED = [
  'kind',
  'stationSn',
  'scope',
  'variableSn',
  'deviceSn',
  'formula',
  'operator',
  'threshold',
  'low',
  'high',
  'side',
  'change',
  'direction',
  'changeMinutes',
  'silentSeconds',
  'stateValues',
  'hysteresis',
  'delaySeconds',
  'clearSeconds',
  'weekdays',
  'fromTime',
  'toTime',
] as const;

/** Returns the fields of the rule's kind. Null if one is missing. */
export function readTriedRule(values: Values): Tried | null {
  const { schema } = entityOf('alarmGenerater');
  const rule: Values = {};
  for (const name of TRIED) {
    const field = schema.properties?.[name];
    if (!field) continue;
    const { visible, required } = fieldState(field, name, schema, values);
    const value = values[name];
    const empty = value === undefined || value === null || value === '';
    if (visible && required && empty) return null;
    if (visible && !empty) rule[name] = value;
  }
  return rule as Tried;
}
