import { BOARD_DEVICE } from '../../core/boardVariables.ts';
import type { PickerDevice } from './stationVariables.ts';

type Pair = [deviceSn: string, variableSn: string];

export interface PickerOption {
  value: string;
  label: string;
  children?: PickerOption[];
}

export function isPair(value: unknown): value is Pair {
  return Array.isArray(value) && value.length === 2;
}

/** The keys that the devices have, each once, by the name that it has first. */
function boardOption(devices: PickerDevice[], label: string): PickerOption {
  const names = new Map<string, string>();
  for (const { code, name } of devices.flatMap(({ variables }) => variables))
    if (!names.has(code)) names.set(code, name);
  const children = [...names].map(([code, name]) => ({
    value: code,
    label: name === code ? code : `${name} (${code})`,
  }));
  return { value: BOARD_DEVICE, label, children };
}

interface Words {
  /** The name of the device that a board's reader chooses; null: there is none. */
  boardDevice: string | null;
  /** Stands in the place of a device of another station. */
  elsewhere: string;
  /** The names of variables of other stations, by their numbers. */
  absent: Readonly<Record<string, string>>;
}
const NO_WORDS: Words = { boardDevice: null, elsewhere: '', absent: {} };

/** The devices as a cascade; a stored pair that is not among them is kept in sight, under its numbers if it has no name. */
export function pickerOptions(
  devices: PickerDevice[],
  stored: Pair | null,
  { boardDevice, elsewhere, absent }: Words = NO_WORDS,
): PickerOption[] {
  const fixed: PickerOption[] = devices.map(({ sn, name, variables }) => ({
    value: sn,
    label: name,
    children: variables.map((variable) => ({ value: variable.sn, label: variable.name })),
  }));
  const follows = boardDevice !== null && devices.length > 0 ? [boardOption(devices, boardDevice)] : [];
  const options = [...follows, ...fixed];
  if (!stored) return options;
  const [deviceSn, variableSn] = stored;
  const device = options.find(({ value }) => value === deviceSn);
  const name = Object.hasOwn(absent, variableSn) ? absent[variableSn] : undefined;
  const variable = { value: variableSn, label: name ?? variableSn };
  const deviceName = name === undefined ? deviceSn : elsewhere;
  if (!device) return [...options, { value: deviceSn, label: deviceName, children: [variable] }];
  if (!device.children?.some(({ value }) => value === variableSn)) device.children?.push(variable);
  return options;
}

/** Found by the name or the number of the device or of the variable. */
export function pickerMatches(words: string, path: PickerOption[]): boolean {
  const text = path
    .map(({ label, value }) => `${label} ${value}`)
    .join(' ')
    .toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
