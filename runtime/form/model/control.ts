/** Chooses the control of a field by its `x-control`, then by reference, options, format and type. */
import type { Field } from '../../../generated/definition.ts';
import { fieldTypeOf } from '../../fieldTypes/index.ts';
import type { FieldOption } from '../values/options.ts';

/** Maximum number of options for a row of buttons instead of a list. */
const MAX_SEGMENTS = 4;
const MAX_SEGMENT_WIDTH = 34;
/** Maximum width of that row in a table row, which has less space. */
const MAX_CELL_SEGMENT_WIDTH = 20;
/** Maximum length of a one-line text. Longer texts get more lines. */
const MAX_LINE_LENGTH = 200;

/** The name of a control in the registry. */
export type ControlName = string;

/** Returns the width of a text. Full-width characters count twice. */
function textWidth(text: string): number {
  let width = 0;
  for (const character of text) width += character > '\u2e7f' ? 2 : 1;
  return width;
}

interface Situation {
  required: boolean;
  /** True in a line of a table. */
  isCell: boolean;
}

/**
 * Returns whether a row of buttons suits the field. Buttons cannot be cleared, so the field must always have a value.
 */
function fitsSegments(field: Field, options: FieldOption[], { required, isCell }: Situation): boolean {
  if (options.length > MAX_SEGMENTS || !(required || field.default !== undefined)) return false;
  const width = options.reduce((sum, option) => sum + textWidth(option.label) + 2, 0);
  return width <= (isCell ? MAX_CELL_SEGMENT_WIDTH : MAX_SEGMENT_WIDTH);
}

/** Returns the control. Null if the field is rendered by its parts (an object, a list of objects). */
export function chooseControl(
  field: Field,
  options: FieldOption[] | null,
  situation: Situation,
): ControlName | null {
  const chosen = field['x-control'];
  if (chosen === 'table') return null;
  if (chosen === 'cascader' && !options) return 'text';
  if (chosen) return chosen;
  if (field['x-lookup']) return 'lookup';
  if (field['x-ref'] ?? field.items?.['x-ref']) return 'ref';
  if (field.type === 'array') return arrayControl(field);
  if (field.type === 'object' && !field.format) return null;
  if (options) return fitsSegments(field, options, situation) ? 'segmented' : 'select';
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

/** Returns whether a control needs the full width of a form with two columns. */
export function controlIsWide(field: Field, control: ControlName | null): boolean {
  return WIDE.has(control) || [field, field.items ?? {}].some((schema) => isWideAs(schema, control));
}

function isWideAs(field: Field, control: ControlName | null): boolean {
  const type = fieldTypeOf(field);
  return type.isWide === true && type.control === control;
}

/** Returns whether a single control edits the whole list or object. Otherwise RJSF renders its parts. */
export function controlIsWhole(field: Field, control: ControlName | null): boolean {
  if (control === null) return false;
  return field.type === 'object' || field.items?.type === 'object' || control === 'json' || control === 'map';
}
