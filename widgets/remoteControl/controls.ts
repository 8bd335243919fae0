/** Determines the variables that can be controlled, their words, and the obstacles. */
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
  /** Null if the variable is gone, or can no longer be controlled. */
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

/** Returns the chosen controls in their order, or all controls of the station. */
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
 * Returns the newest command. A command followed here is newer than that of the board's round, until the round has its
 * end.
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

/** Returns the reason why no variable can be controlled here. */
export function controlBlock({ editing }: Pick<WidgetContext, 'editing'>, may: boolean): ControlBlock | null {
  if (editing) return 'editing';
  return may ? null : 'forbidden';
}

interface OnOff {
  on: string;
  off: string;
}

/** Returns a value in the operator's words: the word of its state, on or off, or the figure with its unit. */
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

/** Returns the value that the device reports, if it differs from the requested one. */
export function writtenValue({ state, answer }: ControlCommand): number | null {
  if (state !== 'acknowledged' || answer === null) return null;
  try {
    const said: unknown = JSON.parse(answer);
    const written = typeof said === 'object' && said !== null && 'written' in said ? said.written : null;
    return typeof written === 'number' ? written : null;
  } catch {
    return null;
  }
}

interface Choice {
  value: ControlValue;
  label: string;
}

/** Returns the possible values of a variable. Null if it accepts any value inside its limits. */
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
 * Returns the value that the user most likely wants. With two values it is the other one, otherwise the present value.
 */
export function proposeValue(variable: Pick<ControlVariable, 'dataType' | 'value'>): ControlValue | null {
  if (variable.dataType === 'boolean') return variable.value === null ? null : Number(variable.value) === 0;
  return variable.value;
}
