/**
 * A definition becomes what RJSF draws: the pure schema as it is (so that its precompiled validator knows it) and a
 * uiSchema that carries everything a person sees: texts, options, controls, what is visible, enabled and required.
 */
import type { RJSFSchema, UiSchema } from '@rjsf/utils';
import type { Field, Text } from '../../generated/definition.ts';
import type { Lang } from '../core/format.ts';
import { field_state, type Values } from '../core/rule.ts';
import { is_object } from '../core/values.ts';
import { control_choose, control_is_wide } from './control.ts';
import { type Dictionaries, type FieldOption, field_options } from './options.ts';

export interface FormUi {
  order?: string[];
  sections?: { title: Text; fields: string[] }[];
}

export interface BuildInput {
  lang: Lang;
  value: Values;
  context: Values;
  dictionaries: Dictionaries;
  ui?: FormUi;
  /** A record that is looked at: fields of the server's own are shown, write-only ones are not. */
  readOnly?: boolean;
}

export interface FormSection {
  title: string;
  fields: string[];
}

export interface BuiltForm {
  schema: RJSFSchema;
  uiSchema: UiSchema;
}

export function form_build(field: Field, pure: RJSFSchema, input: BuildInput): BuiltForm {
  const uiSchema = object_build(field, input.value, input);
  uiSchema['ui:label'] = false;
  if (input.ui?.order) uiSchema['ui:order'] = order_complete(input.ui.order);
  const sections = sections_build(field, input);
  if (sections.length > 0) uiSchema['ui:sections'] = sections;
  return { schema: pure, uiSchema };
}

/** Fields that the order forgets come last instead of failing. */
function order_complete(order: string[]): string[] {
  return order.includes('*') ? order : [...order, '*'];
}

function sections_build(field: Field, { ui, lang }: BuildInput): FormSection[] {
  if (!ui?.sections) return [];
  const sections = ui.sections.map(({ title, fields }) => ({ title: title[lang], fields }));
  const placed = new Set(sections.flatMap((section) => section.fields));
  const rest = Object.keys(field.properties ?? {}).filter((name) => !placed.has(name));
  return rest.length > 0 ? [...sections, { title: '', fields: rest }] : sections;
}

function object_build(field: Field, values: Values, input: BuildInput): UiSchema {
  const uiSchema: UiSchema = {};
  for (const [name, child] of Object.entries(field.properties ?? {}))
    uiSchema[name] = field_build(child, name, field, values, input);
  return uiSchema;
}

function is_hidden(field: Field, readOnly: boolean): boolean {
  return field['x-control'] === 'hidden' || (readOnly ? field.writeOnly === true : field.readOnly === true);
}

/** Fields that no condition governs look the same whatever is typed: built once a language. */
const steady = new WeakMap<Field, Map<string, UiSchema>>();

function is_steady(field: Field): boolean {
  if (field['x-visible'] || field['x-enabled'] || field['x-required'] || field['x-fixed']) return false;
  return field.type !== 'object' && !field.items?.properties && !field['x-dictionary'] && !field['x-options'];
}

function field_build(field: Field, name: string, parent: Field, values: Values, input: BuildInput): UiSchema {
  if (!is_steady(field)) return field_compute(field, name, parent, values, input);
  const required = parent.required?.includes(name) === true;
  const key = `${input.lang} ${input.readOnly === true} ${required}`;
  let kept = steady.get(field);
  if (!kept) {
    kept = new Map();
    steady.set(field, kept);
  }
  let uiSchema = kept.get(key);
  if (!uiSchema) {
    uiSchema = field_compute(field, name, parent, values, input);
    kept.set(key, uiSchema);
  }
  return uiSchema;
}

function field_compute(
  field: Field,
  name: string,
  parent: Field,
  values: Values,
  input: BuildInput,
): UiSchema {
  const state = field_state(field, name, parent, values, input.context);
  if (!state.visible || is_hidden(field, input.readOnly === true)) return { 'ui:widget': 'hidden' };
  const value = values[name];
  const options = field_options(field, input.dictionaries, input.lang);
  const control = control_choose(field, options, state.required);
  const uiSchema: UiSchema =
    control === null && field.type === 'object'
      ? object_build(field, is_object(value) ? value : {}, input)
      : {};
  if (control === null && field.type === 'array') array_build(uiSchema, field, input);
  if (field.title) uiSchema['ui:title'] = field.title[input.lang];
  if (field.description && !input.readOnly) uiSchema['ui:description'] = field.description[input.lang];
  if (control) uiSchema['ui:widget'] = input.readOnly ? 'shown' : control;
  if (control && input.readOnly) uiSchema['ui:source'] = field;
  if (options) options_build(uiSchema, options, values);
  if (!state.enabled) uiSchema['ui:disabled'] = true;
  uiSchema['ui:required'] = state.required && !input.readOnly;
  if (control_is_wide(control)) uiSchema['ui:wide'] = true;
  if (field['x-unit']) uiSchema['ui:unit'] = field['x-unit'];
  if (field['x-decimals'] !== undefined) uiSchema['ui:decimals'] = field['x-decimals'];
  const source = field['x-ref'] ? field : field.items;
  if (source?.['x-ref']) uiSchema['ui:ref'] = { entity: source['x-ref'], key: source['x-refKey'] ?? 'id' };
  return uiSchema;
}

function options_build(uiSchema: UiSchema, options: FieldOption[], values: Values): void {
  uiSchema['ui:enumNames'] = options.map((option) => option.label);
  const disabled = options.filter((option) => option.disabled).map((option) => option.value);
  if (disabled.length > 0) uiSchema['ui:enumDisabled'] = disabled;
  const present = new Set(Object.values(values));
  const absent = options.filter(({ parent }) => parent !== undefined && !present.has(parent));
  if (absent.length > 0) uiSchema['ui:enumAbsent'] = absent.map((option) => option.value);
}

/** Each item follows its own values, so its uiSchema is a function of the item. */
function array_build(uiSchema: UiSchema, field: Field, input: BuildInput): void {
  const { items } = field;
  if (!items) return;
  uiSchema.items = (item: unknown) => ({
    ...object_build(items, is_object(item) ? item : {}, input),
    'ui:label': false,
  });
  uiSchema['ui:itemTitle'] = items.title?.[input.lang] ?? field.title?.[input.lang] ?? '';
  // RJSF takes all functions for equal: what the function closes over must be seen to change.
  uiSchema['ui:rules'] = { lang: input.lang, context: input.context, readOnly: input.readOnly === true };
}
