import type { PickerDevice } from './stationVariables.ts';

type Pair = [deviceSn: string, variableSn: string];

export interface PickerOption {
  value: string;
  label: string;
  children?: PickerOption[];
}

export function is_pair(value: unknown): value is Pair {
  return Array.isArray(value) && value.length === 2;
}

/** The devices as a cascade; a stored pair that is not among them is kept in sight under its numbers. */
export function picker_options(devices: PickerDevice[], stored: Pair | null): PickerOption[] {
  const options: PickerOption[] = devices.map(({ sn, name, variables }) => ({
    value: sn,
    label: name,
    children: variables.map((variable) => ({ value: variable.sn, label: variable.name })),
  }));
  if (!stored) return options;
  const [deviceSn, variableSn] = stored;
  const device = options.find(({ value }) => value === deviceSn);
  const variable = { value: variableSn, label: variableSn };
  if (!device) return [...options, { value: deviceSn, label: deviceSn, children: [variable] }];
  if (!device.children?.some(({ value }) => value === variableSn)) device.children?.push(variable);
  return options;
}

/** Found by the name or the number of the device or of the variable. */
export function picker_matches(words: string, path: PickerOption[]): boolean {
  const text = path
    .map(({ label, value }) => `${label} ${value}`)
    .join(' ')
    .toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
