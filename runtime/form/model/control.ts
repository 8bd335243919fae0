/**
 * Chooses the control that edits a field: its own choice first, then what it points at, its values, its format, its
 * type.
 */
import type { Field } from '../../../generated/definition.ts';
import { fieldTypeOf } from '../../fieldTypes/index.ts';
import type { FieldOption } from '../values/options.ts';

/** A row of buttons instead of a list, if it fits one line of a form column. */
const MAX_SEGMENTS = 4;
const MAX_SEGMENT_WIDTH = 34;
/** Texts beyond a name's length get more than one line. */
const MAX_LINE_LENGTH = 200;

/** The name of a control in the registry. */
export type ControlName = string;

/** Wide characters count twice: four Chinese characters need the room of eight letters. */
function textWidth(text: string): number {
  let width = 0;
  for (const character of text) width += character > '\u2e7f' ? 2 : 1;
  return width;
}

/** Buttons cannot be emptied, so only a field that always has a value becomes one. */
function fitsSegments(field: Field, options: FieldOption[], required: boolean): boolean {
  if (options.length > MAX_SEGMENTS || !(required || field.default !== undefined)) return false;
  return options.reduce((width, option) => width + textWidth(option.label) + 2, 0) <= MAX_SEGMENT_WIDTH;
}

/** Null: the field is drawn by its parts (an object, a list of objects). */
export function chooseControl(
  field: Field,
  options: FieldOption[] | null,
  required: boolean,
): ControlName | null {
  const chosen = field['x-control'];
  if (chosen === 'table') return null;
  if (chosen === 'cascader' && !options) return 'text';
  if (chosen) return chosen;
  if (field['x-lookup']) return 'lookup';
  if (field['x-ref'] ?? field.items?.['x-ref']) return 'ref';
  if (field.type === 'array') return arrayControl(field);
  if (field.type === 'object' && !field.format) return null;
  if (options) return fitsSegments(field, options, required) ? 'segmented' : 'select';
  const isLong = !field.format && (field.maxLength ?? 0) > MAX_LINE_LENGTH;
  return field.type === 'string' && isLong ? 'textarea' : fieldTypeOf(field).control;
}

function arrayControl(field: Field): ControlName | null {
  if (field.items?.type === 'object') return null;
  const item = field.items && fieldTypeOf(field.items);
  if (item?.isFile) return item.control;
  const isRange = field.items?.format === 'date' && field.maxItems === 2;
  return isRange ? 'dateRange' : 'multiSelect';
}

const WIDE: ReadonlySet<ControlName | null> = new Set([
  null,
  'textarea',
  'imageUrl',
  'json',
  'formula',
  'permissions',
  'fieldRules',
  'statistic',
  'records',
]);

/** These need the whole width of a form with two columns. */
export function controlIsWide(field: Field, control: ControlName | null): boolean {
  return WIDE.has(control) || [field, field.items ?? {}].some((schema) => isWideAs(schema, control));
}

function isWideAs(field: Field, control: ControlName | null): boolean {
  const type = fieldTypeOf(field);
  return type.isWide === true && type.control === control;
}

/** Values that are lists or objects and yet one control: RJSF would draw them by their parts. */
export function controlIsWhole(field: Field, control: ControlName | null): boolean {
  if (control === null) return false;
  return field.type === 'object' || field.items?.type === 'object' || control === 'json' || control === 'map';
}
