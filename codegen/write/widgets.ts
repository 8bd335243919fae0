/** Writes the definitions of widgets in parts: for forms, for boards and for the catalogue. */
import type { Definitions, Field, Widget } from '../definition/definition.ts';
import { type Dictionaries, formSchema, pureSchema } from './pure.ts';

const json = (value: unknown): string => JSON.stringify(value, null, 1);

/** Returns the schemas of widget forms. Only forms read them, and a board is drawn before any form. */
export function widgetFormsFile({ widgets }: Definitions, dictionaries: Dictionaries): string {
  const pure = widgets.map(({ value: { type, config } }) => [
    type,
    formSchema(`widget_${type}`, pureSchema(config, dictionaries)),
  ]);
  return [
    "import type { WidgetsName } from './widgets.ts';",
    '',
    '/** The pure schema of the configuration of each widget type. */',
    `export const widgetForms: Readonly<Record<WidgetsName, Record<string, unknown>>> = ${json(Object.fromEntries(pure))};`,
    '',
  ].join('\n');
}

/** The keywords of a widget that its drawing reads, besides its configuration. */
const DRAWN = ['type', 'version', 'title', 'icon', 'size', 'record', 'titled'];
/** The keywords of a field that only its form reads. */
const OF_FORMS = ['title', 'description', 'x-visible', 'x-enabled', 'x-required', 'x-clearWhenHidden'];
/** The fact about a station that a widget shows. Its title may be that of the widget. */
const FACT = 'stationValue';

type Named = (field: string) => boolean;

/** Returns a field with the words that reading its value needs. Choices of the named fields keep their titles. */
function drawnField(field: Field, isNamed: Named, name = ''): object {
  const words = Object.entries(field).filter(([word]) => !OF_FORMS.includes(word));
  const { properties, items, 'x-options': options } = field;
  const inner = Object.entries(properties ?? {}).map(([key, one]) => [key, drawnField(one, isNamed, key)]);
  return {
    ...Object.fromEntries(words),
    ...(properties && { properties: Object.fromEntries(inner) }),
    ...(items && { items: drawnField(items, isNamed) }),
    ...(options && !isNamed(name) && { 'x-options': options.map(({ value }) => ({ value })) }),
  };
}

/** Returns the part of a widget that a board needs to draw it. Forms and the catalogue read the whole definition. Pure. */
function drawnWidget(widget: Widget): object {
  const isNamed = (field: string): boolean => field === FACT || widget.titled?.includes(field) === true;
  const words = Object.entries(widget).filter(([word]) => DRAWN.includes(word));
  return { ...Object.fromEntries(words), config: drawnField(widget.config, isNamed) };
}

export const drawnWidgetsFile = ({ widgets }: Definitions): string =>
  [
    "import type { WidgetDefinition } from './definition.ts';",
    "import type { WidgetsName } from './widgets.ts';",
    '',
    '/** The part of a widget that a board needs to draw it. */',
    `export type DrawnWidget = Pick<WidgetDefinition, ${[...DRAWN, 'config'].map((word) => `'${word}'`).join(' | ')}>;`,
    '',
    `export const drawnWidgets = ${json(Object.fromEntries(widgets.map(({ value }) => [value.type, drawnWidget(value)])))} as unknown as Record<WidgetsName, DrawnWidget>;`,
    '',
  ].join('\n');
