/** Determines the controllable variables, their labels, and the reasons against control. */
import type { Data } from '../../generated/calls.ts';
import type { RemoteControlConfig } from '../../generated/types.ts';
import { callData, callNeed } from '../../runtime/board/widget/callNeed.ts';
import type { NeedResult, NeedSpec, WidgetContext } from '../../runtime/board/widget/widget.ts';
import { EMPTY_VALUE, formatQuantity } from '../../runtime/core/numbers/format.ts';

export type ControlVariable = Data<'controlVariables'>[number];
export type ControlCommand = Data<'controlStatus'>[number];
export type ControlValue = ControlCommand['value'];

export interface ControlRow {
  sn: string;
  name: string;
  /** Null for a deleted variable, or one that is no longer controllable. */
  variable: ControlVariable | null;
  /** The newest command. */
  command: ControlCommand | null;
}

const chosenOf = ({ controls = [] }: RemoteControlConfig) =>
  controls.flatMap(({ deviceVar, name }) => (deviceVar?.[1] ? [{ sn: deviceVar[1], name }] : []));

export function remoteControlNeeds(config: RemoteControlConfig, { stationSn }: WidgetContext): NeedSpec[] {
  const sns = [...new Set(chosenOf(config).map(({ sn }) => sn))];
  const query = { stationSn, ...(sns.length > 0 && { variableSns: sns.join(',') }) };
  return [
    callNeed('controlVariables', { query }),
    callNeed('controlStatus', { query: { ...query, newest: true } }),
  ];
}

function listKnownRows<Row extends object>(data: readonly Row[] | null, key: keyof Row): Row[] {
  const rows: unknown = data;
  return Array.isArray(rows)
    ? rows.filter((row) => typeof row === 'object' && row !== null && typeof row[key] === 'string')
    : [];
}

/** Returns the configured variables in order, or all controllable variables of the station. */
export function controlRows(config: RemoteControlConfig, results: readonly NeedResult[]): ControlRow[] {
  const variables = listKnownRows(callData('controlVariables', results[0]), 'sn');
  const commands = listKnownRows(callData('controlStatus', results[1]), 'variableSn');
  const bySn = new Map(variables.map((variable) => [variable.sn, variable]));
  const row = (sn: string, name?: string): ControlRow => {
    const variable = bySn.get(sn) ?? null;
    const command = commands.find((one) => one.variableSn === sn) ?? null;
    return { sn, name: name || (variable?.name ?? sn), variable, command };
  };
  const chosen = chosenOf(config).map(({ sn, name }) => row(sn, name));
  return chosen.length > 0 ? chosen : variables.map(({ sn }) => row(sn));
}

/**
 * Returns the newest command. A command tracked here is newer than the board's answer, until that answer
 * contains its result. Null without commands.
 */
export function commandNewest(
  shown: ControlCommand | null,
  followed: ControlCommand | undefined,
): ControlCommand | null {
  if (!followed || (shown && shown.id > followed.id)) return shown;
  const ended = shown?.id === followed.id && shown.state !== 'requested';
  return ended ? shown : followed;
}

export type ControlBlock = 'editing' | 'forbidden';

/** Returns the reason why control is not possible here. Null if it is possible. */
export function controlBlock({ editing }: Pick<WidgetContext, 'editing'>, may: boolean): ControlBlock | null {
  if (editing) return 'editing';
  return may ? null : 'forbidden';
}

interface OnOff {
  on: string;
  off: string;
}

/** Formats a value for operators: the label of its state, on or off, or the number with its unit. */
export function valueWords(
  { states, dataType, unit, decimals }: Pick<ControlVariable, 'states' | 'dataType' | 'unit' | 'decimals'>,
  value: ControlValue | null,
  { on, off }: OnOff,
): string {
  if (value === null || value === '') return EMPTY_VALUE;
  const word = states?.find((state) => state.value === Number(value))?.name;
  if (word) return word;
  if (dataType === 'boolean') return Number(value) === 0 ? off : on;
  if (typeof value === 'string') return value;
  return formatQuantity(Number(value), unit ?? '', { decimals: decimals ?? undefined });
}

/** Returns the value reported by the device, if it differs from the requested one. */
export function writtenValue({ state, answer }: ControlCommand): number | null {
  if (state !== 'acknowledged' || answer === null) return null;
  try {
    const parsed: unknown = JSON.parse(answer);
    const written =
      typeof parsed === 'object' && parsed !== null && 'written' in parsed ? parsed.written : null;
    return typeof written === 'number' ? written : null;
  } catch {
    return null;
  }
}

interface Choice {
  value: ControlValue;
  label: string;
}

/** Returns the allowed values of a variable. Null for any value within its limits. */
export function controlChoices(
  variable: Pick<ControlVariable, 'states' | 'dataType' | 'unit' | 'decimals'>,
  words: OnOff,
): Choice[] | null {
  if (variable.dataType === 'boolean')
    return [true, false].map((value) => ({ value, label: valueWords(variable, value, words) }));
  if (variable.dataType !== 'number' || !variable.states?.length) return null;
  return variable.states.map(({ value, name }) => ({ value, label: name }));
}

/**
 * Returns the most likely new value. With two options it is the other one, otherwise the current value. Null
 * if that is unknown.
 */
export function proposeValue(variable: Pick<ControlVariable, 'dataType' | 'value'>): ControlValue | null {
  if (variable.dataType === 'boolean') return variable.value === null ? null : Number(variable.value) === 0;
  return variable.value;
}
