/** Where a board names variables: its configurations say so by their fields, whatever the widget. */
import type { DashboardDocument, Field, WidgetDefinition } from '../../generated/definition.ts';

type Definitions = Readonly<Record<string, WidgetDefinition | undefined>>;
type Step = string | number;

export interface VariablePlace {
  widgetId: string;
  /** Into the document. */
  path: readonly Step[];
  device: string;
  variable: string;
}

/** As `deviceVariable` fields hold it: the device and its variable. */
const is_pair = (value: unknown): value is [string, string] =>
  Array.isArray(value) && value.length === 2 && value.every((one) => typeof one === 'string' && one !== '');

function field_places(
  field: Field,
  value: unknown,
  path: readonly Step[],
): Omit<VariablePlace, 'widgetId'>[] {
  if (field['x-control'] === 'deviceVariable')
    return is_pair(value) ? [{ path, device: value[0], variable: value[1] }] : [];
  if (Array.isArray(value)) {
    const { items } = field;
    return items ? value.flatMap((one, at) => field_places(items, one, [...path, at])) : [];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(field.properties ?? {}).flatMap(([name, inner]) =>
    Object.hasOwn(value, name)
      ? field_places(inner, (value as Record<string, unknown>)[name], [...path, name])
      : [],
  );
}

export function variables_find(document: DashboardDocument, definitions: Definitions): VariablePlace[] {
  return document.widgets.flatMap(({ id, type, config }, at) => {
    const schema = Object.hasOwn(definitions, type) ? definitions[type]?.config : undefined;
    const found = schema ? field_places(schema, config, ['widgets', at, 'config']) : [];
    return found.map((place) => ({ widgetId: id, ...place }));
  });
}

export const path_pointer = (path: readonly Step[]): string =>
  path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
