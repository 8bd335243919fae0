/** Finds the variables in a board's configurations. The schema marks the fields that contain variables. */
import type { DashboardDocument, Field, WidgetDefinition } from '../../../generated/definition.ts';

type Definitions = Readonly<Record<string, Pick<WidgetDefinition, 'config'> | undefined>>;
type Step = string | number;

export interface VariablePlace {
  widgetId: string;
  /** Path into the document. */
  path: readonly Step[];
  device: string;
  variable: string;
}

/** Placeholder for the device that the reader chooses. Its variables are named by their keys. */
export const BOARD_DEVICE = '{device}';

/** The value of a `deviceVariable` field: the device and its variable. */
export type VariablePair = [device: string, variable: string];
const isPair = (value: unknown): value is VariablePair =>
  Array.isArray(value) &&
  value.length === 2 &&
  value.every((part) => typeof part === 'string' && part !== '');

function fieldPlaces(field: Field, value: unknown, path: readonly Step[]): Omit<VariablePlace, 'widgetId'>[] {
  if (field['x-control'] === 'deviceVariable')
    return isPair(value) ? [{ path, device: value[0], variable: value[1] }] : [];
  if (Array.isArray(value)) {
    const { items } = field;
    return items ? value.flatMap((item, index) => fieldPlaces(items, item, [...path, index])) : [];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(field.properties ?? {}).flatMap(([name, inner]) =>
    Object.hasOwn(value, name)
      ? fieldPlaces(inner, (value as Record<string, unknown>)[name], [...path, name])
      : [],
  );
}

/** Returns the variables in a value of a configuration. */
export const variablesInField = (field: Field, value: unknown): string[] =>
  fieldPlaces(field, value, []).map(({ variable }) => variable);

export function findVariables(document: DashboardDocument, definitions: Definitions): VariablePlace[] {
  return document.widgets.flatMap(({ id, type, config }, index) => {
    const schema = Object.hasOwn(definitions, type) ? definitions[type]?.config : undefined;
    const places = schema ? fieldPlaces(schema, config, ['widgets', index, 'config']) : [];
    return places.map((place) => ({ widgetId: id, ...place }));
  });
}

export const pathPointer = (path: readonly Step[]): string =>
  path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

export const followsDevice = ({ device }: Pick<VariablePlace, 'device'>): boolean => device === BOARD_DEVICE;

/**
 * Returns a configuration with replaced pairs. Null removes a pair, and empties a list entry. Unchanged parts remain
 * the same objects.
 */
export function mapPairs(
  field: Field,
  value: unknown,
  to: (pair: VariablePair) => VariablePair | null,
): unknown {
  if (field['x-control'] === 'deviceVariable') return isPair(value) ? (to(value) ?? []) : value;
  if (Array.isArray(value)) {
    const { items } = field;
    const next = items ? value.map((item) => mapPairs(items, item, to)) : value;
    return next.some((item, index) => item !== value[index]) ? next : value;
  }
  if (typeof value !== 'object' || value === null) return value;
  const next: Record<string, unknown> = { ...value };
  for (const [name, inner] of Object.entries(field.properties ?? {})) {
    if (!Object.hasOwn(next, name)) continue;
    const mapped = mapPairs(inner, next[name], to);
    if (inner['x-control'] === 'deviceVariable' && isEmpty(mapped)) delete next[name];
    else next[name] = mapped;
  }
  return sameEntries(next, value) ? value : next;
}

const isEmpty = (value: unknown): boolean => Array.isArray(value) && value.length === 0;
const sameEntries = (next: Record<string, unknown>, value: object): boolean =>
  Object.keys(next).length === Object.keys(value).length &&
  Object.entries(value).every(([name, property]) => next[name] === property);
