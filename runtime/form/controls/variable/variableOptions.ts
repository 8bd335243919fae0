import type { Data } from '../../../../generated/calls.ts';
import { BOARD_DEVICE } from '../../../core/boards/boardVariables.ts';
import { EMPTY_VALUE, formatQuantity } from '../../../core/numbers/format.ts';
import { pairKey } from '../../model/variablePair.ts';

export type FoundVariable = Data<'variablesFound'>['records'][number];

interface VariableOption {
  value: string;
  /** The names of variable and device. */
  label: string;
  title: string;
  found: FoundVariable;
}

interface VariableGroup {
  label: string;
  title: string;
  options: VariableOption[];
}

/** Returns the label of a variable. Names that the caller may not read are replaced by serial numbers. */
export const variableLabel = ({ deviceName, deviceSn, name, sn }: FoundVariable): string =>
  `${deviceName ?? deviceSn} / ${name ?? sn}`;

/** Formats the current value of a variable with its unit. A text is unchanged. */
export function readingText({ data, unit, decimals }: FoundVariable): string {
  if (data === null) return unit ? `${EMPTY_VALUE} ${unit}` : EMPTY_VALUE;
  return typeof data === 'number' ? formatQuantity(data, unit, { decimals }) : data;
}

/** Groups the variables by device, in the given order. */
export function groupVariables(foundVariables: readonly FoundVariable[]): VariableGroup[] {
  const groups = Map.groupBy(foundVariables, ({ deviceSn }) => deviceSn);
  return [...groups.values()].map((variables) => {
    const [{ deviceName, deviceSn }] = variables as [FoundVariable];
    const device = deviceName ?? deviceSn;
    return {
      label: device,
      title: device === deviceSn ? device : `${device} (${deviceSn})`,
      options: variables.map((variable) => ({
        value: pairKey([variable.deviceSn, variable.sn]),
        label: variableLabel(variable),
        title: variableLabel(variable),
        found: variable,
      })),
    };
  });
}

/** Returns the keys of all devices as variables of the board's device, which the reader chooses. */
export function groupKeys(variables: readonly FoundVariable[], device: string): VariableGroup[] {
  if (variables.length === 0) return [];
  const options = variables.map((variable) => {
    const label = `${device} / ${variable.name ?? variable.code}`;
    return { value: pairKey([BOARD_DEVICE, variable.code]), label, title: label, found: variable };
  });
  return [{ label: device, title: device, options }];
}
