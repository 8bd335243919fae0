/**
 * Builds the input of RJSF from a definition. The pure schema is unchanged, so that its precompiled validator matches.
 * The uiSchema contains all texts, options and controls, and the visibility of fields.
 */

import type { RJSFSchema, UiSchema } from '@rjsf/utils';
import type { Field, Text } from '../../../generated/definition.ts';
import { isObject } from '../../core/object.ts';
import { copyingsOf, isEmptyRef } from '../../core/rules/referenceValues.ts';
import { followedNames, type ObjectValues, recordHolder, refSource } from '../../core/rules/refWhere.ts';
import { isKept } from '../../core/rules/rollups.ts';
import { fieldState, type Values } from '../../core/rules/rule.ts';
import { type Lang, nearLang } from '../../core/text/lang.ts';
import { pickText } from '../../core/text/pickText.ts';
import { isLate } from '../../core/time/late.ts';
import { fieldTypeOf } from '../../fieldTypes/index.ts';
import { currencyOf, pricedField } from '../values/currency.ts';
import { type Dictionaries, type FieldOption, fieldOptions } from '../values/options.ts';
import { refTarget } from '../values/refTarget.ts';
import { buildCascade } from './cascade.ts';
import { type ControlName, chooseControl, controlIsWhole, controlIsWide } from './control.ts';
import { drawnField } from './drawn.ts';
import { buildHeading, type Heading } from './heading.ts';
import { proposalOf } from './save/proposal.ts';
import { readingsOf } from './save/readings.ts';
import { variableField } from './variableList.ts';

export interface FormUi {
  order?: string[];
  sections?: { title: Text; description?: Text; fields: string[]; collapsed?: boolean }[];
  layout?: FormLayout;
  columns?: number;
}

/** Sections one below another, as tabs, or as consecutive steps. */
export type FormLayout = 'sections' | 'tabs' | 'steps';

/** The user's access to the fields of this record. The server decides the access. */
export interface FieldAccess {
  /** Fields that are visible but read-only. */
  locked: ReadonlySet<string>;
  hidden: ReadonlySet<string>;
}

export interface BuildInput {
  lang: Lang;
  value: Values;
  context: Values;
  dictionaries: Dictionaries;
  ui?: FormUi;
  /** True for a record that is only viewed. Server fields are shown, write-only fields are not. */
  readOnly?: boolean;
  access?: FieldAccess;
  /** The definition of the whole value, if only a part is built. */
  root?: Field;
  /** The record to which the form of a transition belongs. */
  about?: ObjectValues | undefined;
  /** The reference to the surrounding record, whose state locks this record too. */
  lockedBy?: string | undefined;
  /** Fields of table rows with the currency in the table's heading. */
  headed?: ReadonlySet<string>;
}

export interface FormSection {
  title: string;
  description?: string;
  fields: string[];
  /** True to keep the section closed until the user opens it, or until one of its fields has a value. */
  collapsed?: boolean;
}

/** A field and its parent. */
interface Place {
  field: Field;
  name: string;
  parent: Field;
  /** The values of the siblings. */
  values: Values;
}

export interface BuiltForm {
  schema: RJSFSchema;
  uiSchema: UiSchema;
}

export function buildForm(field: Field, pure: RJSFSchema, buildInput: BuildInput): BuiltForm {
  const input = { ...buildInput, root: field };
  const uiSchema = { ...hideUnnamed(field, pure), ...buildObject(field, input.value, input, input.access) };
  uiSchema['ui:label'] = false;
  if (input.ui?.order) uiSchema['ui:order'] = completeOrder(input.ui.order);
  if (input.ui?.columns) uiSchema['ui:columns'] = input.ui.columns;
  const sections = buildSections(field, input);
  if (sections.length > 0) uiSchema['ui:sections'] = sections;
  const layout = chooseLayout(input, sections);
  if (layout !== 'sections') uiSchema['ui:layout'] = layout;
  return { schema: pure, uiSchema };
}

/** Returns the complete order of fields. Fields not listed come last. */
function completeOrder(order: string[]): string[] {
  return order.includes('*') ? order : [...order, '*'];
}

/**
 * Chooses the layout. A read-only form has no steps. Correcting a record also uses no steps, so that the user reaches
 * the field directly.
 */
function chooseLayout({ ui, readOnly, context }: BuildInput, sections: FormSection[]): FormLayout {
  if (!ui?.layout || sections.length === 0) return 'sections';
  if (ui.layout !== 'steps') return ui.layout;
  return readOnly ? 'sections' : context.saved ? 'tabs' : 'steps';
}

const OTHERS: Text = { zh: '其他', en: 'Other' };

function buildSections(field: Field, { ui, lang }: BuildInput): FormSection[] {
  if (!ui?.sections) return [];
  const sections: FormSection[] = ui.sections.map(({ title, description, fields, collapsed }) => ({
    title: pickText(title, lang),
    ...(description ? { description: pickText(description, lang) } : {}),
    ...(collapsed ? { collapsed } : {}),
    fields,
  }));
  const placed = new Set(sections.flatMap((section) => section.fields));
  const rest = Object.keys(field.properties ?? {}).filter((name) => !placed.has(name));
  const title = ui.layout && ui.layout !== 'sections' ? pickText(OTHERS, lang) : '';
  return rest.length > 0 ? [...sections, { title, fields: rest }] : sections;
}

const NUMBERED = { zh: '保存时自动编号', en: 'Assigned on save' };
const HIDDEN: UiSchema = { 'ui:widget': 'hidden' };

/** Hides fields that are missing in the user's definition. RJSF would render every field of the pure schema. */
function hideUnnamed(field: Field, pure: RJSFSchema): UiSchema {
  const unnamed = Object.keys(pure.properties ?? {}).filter((name) => !field.properties?.[name]);
  return Object.fromEntries(unnamed.map((name) => [name, HIDDEN]));
}

function buildObject(field: Field, values: Values, input: BuildInput, access?: FieldAccess): UiSchema {
  const uiSchema: UiSchema = {};
  const covered = input.readOnly ? null : coveredNames(field);
  for (const [name, child] of Object.entries(field.properties ?? {})) {
    const place = { field: child, name, parent: field, values };
    if (covered?.has(name) || access?.hidden.has(name)) uiSchema[name] = HIDDEN;
    else if (access?.locked.has(name)) uiSchema[name] = { ...buildLocked(place, input), 'ui:locked': name };
    // A new record has no referring records yet, so its roll-ups are hidden.
    else if (child['x-rollup'] && !input.context.saved && !input.readOnly) uiSchema[name] = HIDDEN;
    else if (child['x-computed'] || isKept(child)) uiSchema[name] = buildLocked(place, input);
    else uiSchema[name] = buildField(place, input);
  }
  return { ...uiSchema, ...buildOrigins(field, values, uiSchema, input) };
}

const COPIED: Record<'kept' | 'filled', (title: Text) => Text> = {
  kept: ({ zh, en }) => ({ zh: `取自“${zh}”`, en: `Taken from ${en}` }),
  filled: ({ zh, en }) => ({ zh: `随“${zh}”带入，可修改`, en: `Filled from ${en}; you can change it` }),
};

/** Shows at each filled field from which chosen record its value was copied. */
function buildOrigins(
  field: Field,
  values: Values,
  built: UiSchema,
  { lang, readOnly }: BuildInput,
): UiSchema {
  const described: UiSchema = {};
  for (const { ref, own, isKept: isSnapshot } of copyingsOf(field)) {
    const title = field.properties?.[ref]?.title;
    const uiSchema = built[own] as UiSchema | undefined;
    const isSet = !isEmptyRef(values[ref]) && !isEmptyRef(values[own]);
    if (!title || !isSet || !uiSchema || uiSchema === HIDDEN || (readOnly && !isSnapshot)) continue;
    const parts = [uiSchema['ui:description'], pickText(COPIED[isSnapshot ? 'kept' : 'filled'](title), lang)];
    const mark = nearLang(lang) === 'zh' ? '；' : '. ';
    described[own] = { ...uiSchema, 'ui:description': parts.filter(Boolean).join(mark) };
  }
  return described;
}

/** Returns the fields that the cascader of another field writes. */
function coveredNames(parent: Field): ReadonlySet<string> {
  const cascaders = Object.values(parent.properties ?? {}).filter(
    ({ 'x-control': control }) => control === 'cascader',
  );
  return new Set(cascaders.flatMap(({ 'x-pairedField': beside }) => beside ?? []));
}

/** Returns the uiSchema of a read-only field, equal to that of a viewed form. */
function buildLocked(place: Place, input: BuildInput): UiSchema {
  if (isHidden(place.field, false)) return HIDDEN;
  return { ...computeField(place, { ...input, readOnly: true }), 'ui:readonly': true };
}

export function isHidden(field: Field, readOnly: boolean): boolean {
  if (field['x-control'] === 'hidden') return true;
  // Users cannot enter fields that the server sets. Computed figures are updated during input.
  return readOnly
    ? field.writeOnly === true
    : field.readOnly === true && !field['x-computed'] && !isKept(field);
}

/** Caches fields without conditions. They do not depend on the values, so they are built once per language. */
const steady = new WeakMap<Field, Map<string, UiSchema>>();

const steadiness = new WeakMap<Field, boolean>();

function isSteady(field: Field): boolean {
  const known = steadiness.get(field);
  if (known !== undefined) return known;
  const isSame = looksSame(field);
  steadiness.set(field, isSame);
  return isSame;
}

function looksSame(field: Field): boolean {
  if (field['x-visible'] || field['x-enabled'] || field['x-required'] || field['x-immutable']) return false;
  if (field['x-pairedField'] || fieldTypeOf(field).hasCurrency || refSource(field)['x-refWhere'])
    return false;
  return field.type !== 'object' && !field.items?.properties && !field['x-dictionary'] && !field['x-options'];
}

function buildField(place: Place, input: BuildInput): UiSchema {
  const { field, name, parent } = place;
  if (!isSteady(field)) return computeField(place, input);
  const required = parent.required?.includes(name) === true;
  const key = `${input.lang} ${input.readOnly === true} ${required} ${isCell(input)}`;
  let ofField = steady.get(field);
  if (!ofField) {
    ofField = new Map();
    steady.set(field, ofField);
  }
  let uiSchema = ofField.get(key);
  if (!uiSchema) {
    uiSchema = computeField(place, input);
    ofField.set(key, uiSchema);
  }
  return uiSchema;
}

/** Returns whether the fields are those of a table row. The table's heading shows their units. */
const isCell = ({ headed }: BuildInput): boolean => headed !== undefined;

function computeField(place: Place, input: BuildInput): UiSchema {
  const { field, name, parent, values } = place;
  const state = fieldState(field, name, parent, values, input.context);
  if (!state.visible || isHidden(field, input.readOnly === true)) return HIDDEN;
  const value = values[name];
  const options = fieldOptions(field, input.dictionaries, input.lang);
  const control = chooseControl(field, options, { required: state.required, isCell: isCell(input) });
  const uiSchema: UiSchema =
    control === null && field.type === 'object'
      ? buildObject(field, isObject(value) ? value : {}, input)
      : {};
  if (control === null && field.type === 'array') buildArray(uiSchema, field, input);
  const readings = input.readOnly ? null : readingsOf(field, value, input.value);
  if (readings) uiSchema['ui:readings'] = readings;
  if (field.title) uiSchema['ui:title'] = pickText(field.title, input.lang);
  if (field.description && !input.readOnly)
    uiSchema['ui:description'] = pickText(field.description, input.lang);
  if (control) uiSchema['ui:widget'] = input.readOnly ? 'shown' : control;
  const holders = holdersOf(place, input);
  if (control && input.readOnly)
    uiSchema['ui:source'] = input.headed?.has(name)
      ? { ...field, 'x-unit': '' }
      : pricedField(field, holders, input.dictionaries, input.lang);
  if (input.readOnly && isLate(field, values, value)) uiSchema['ui:late'] = true;
  if (controlIsWhole(field, control)) uiSchema['ui:field'] = 'whole';
  if (options) buildOptions(uiSchema, options, values);
  if (!state.enabled) uiSchema['ui:disabled'] = true;
  uiSchema['ui:required'] = state.required && !input.readOnly;
  if (controlIsWide(field, control)) uiSchema['ui:wide'] = true;
  if (input.headed?.has(name)) uiSchema['ui:unit'] = '';
  else if (fieldTypeOf(field).hasCurrency)
    uiSchema['ui:unit'] = currencyOf(field, holders, input.dictionaries, input.lang);
  else if (field['x-unit']) uiSchema['ui:unit'] = field['x-unit'];
  if (field['x-sequence']) uiSchema['ui:placeholder'] = pickText(NUMBERED, input.lang);
  if (field['x-decimals'] !== undefined) uiSchema['ui:decimals'] = field['x-decimals'];
  if (!input.readOnly) buildRelations(uiSchema, { ...place, control }, input);
  return uiSchema;
}

/** Returns the objects that may contain a referenced field: the same object, and the record that contains the line. */
const holdersOf = ({ parent, values }: Place, input: BuildInput): ObjectValues[] => [
  { field: parent, values },
  ...holdersAround(input),
];

const holdersAround = ({ root, value, context, about }: BuildInput): ObjectValues[] => [
  ...(root ? [{ field: root, values: value }] : []),
  recordHolder(context.id),
  ...(about ? [about] : []),
];

interface Related extends Place {
  control: ControlName | null;
}

/** Adds what a control needs besides its own value: its target entity, its paired field, its levels. */
function buildRelations(
  uiSchema: UiSchema,
  { field, name, parent, values, control }: Related,
  input: BuildInput,
): void {
  const source = refSource(field);
  const target = refTarget(field, holdersOf({ field, name, parent, values }, input));
  if (target) {
    const isLocking = parent === input.root && name === input.lockedBy;
    uiSchema['ui:ref'] = isLocking ? { ...target, unlocked: true } : target;
    uiSchema['ui:emptyText'] = pickText(field['x-emptyText'] ?? source['x-emptyText'], input.lang);
    if (field['x-createInPlace'] ?? source['x-createInPlace']) uiSchema['ui:createInPlace'] = true;
  }
  const beside = field['x-pairedField'];
  if (field['x-megabytes'] !== undefined && parent === input.root)
    uiSchema['ui:large'] = { field: name, megabytes: field['x-megabytes'] };
  if (field['x-lookup']) uiSchema['ui:lookup'] = field['x-lookup'];
  if (beside) uiSchema['ui:with'] = { name: beside, value: values[beside] };
  if (control !== 'cascader') return;
  uiSchema['ui:cascade'] = buildCascade(field, parent, name, values, input);
  const below = beside && parent.properties?.[beside]?.title;
  if (below)
    uiSchema['ui:title'] = `${pickText(field.title, input.lang) ?? ''} / ${pickText(below, input.lang)}`;
}

function buildOptions(uiSchema: UiSchema, options: FieldOption[], values: Values): void {
  uiSchema['ui:enumValues'] = options.map((option) => option.value);
  uiSchema['ui:enumNames'] = options.map((option) => option.label);
  const disabled = options.filter((option) => option.disabled).map((option) => option.value);
  if (disabled.length > 0) uiSchema['ui:enumDisabled'] = disabled;
  const present = new Set(Object.values(values));
  const absent = options.filter(({ parent }) => parent !== undefined && !present.has(parent));
  if (absent.length > 0) uiSchema['ui:enumAbsent'] = absent.map((option) => option.value);
}

/** Builds a list. The uiSchema of an item is a function of the item, because conditions depend on its values. */
function buildArray(uiSchema: UiSchema, field: Field, input: BuildInput): void {
  const { items } = field;
  if (!items) return;
  const heading = field['x-control'] === 'table' ? headingOf(items, input) : null;
  const columns = heading?.columns;
  const rowInput = { ...input, ...(heading && { headed: heading.headed }) };
  uiSchema.items = (item: unknown) => ({
    ...buildObject(items, isObject(item) ? item : {}, rowInput),
    'ui:label': false,
    ...(columns ? { 'ui:row': columns } : {}),
  });
  if (columns) {
    uiSchema['ui:table'] = columns;
    uiSchema['ui:copyable'] = true;
  }
  if (field['x-dayPlan'] && !input.readOnly) uiSchema['ui:drawn'] = drawnField(items);
  const row = { field: items, name: '', parent: items, values: {} };
  const proposal = input.readOnly ? null : proposalOf(field, holdersOf(row, input), input.value);
  if (proposal) uiSchema['ui:proposal'] = proposal;
  const variables = input.readOnly ? null : variableField(items);
  if (variables) uiSchema['ui:variables'] = variables;
  uiSchema['ui:itemTitle'] = pickText(items.title, input.lang) ?? pickText(field.title, input.lang) ?? '';
  // RJSF treats all functions as equal, so the captured values are also added as data.
  const around = Object.values(items.properties ?? {})
    .flatMap((property) => [property['x-currency'] ?? [], followedNames(refSource(property))].flat())
    .map((name) => input.value[name] ?? null);
  const { lang, context, readOnly = false } = input;
  uiSchema['ui:rules'] = { lang, context, readOnly, around };
}

function headingOf(items: Field, input: BuildInput): Heading {
  const { readOnly = false } = input;
  const covered = readOnly ? null : coveredNames(items);
  const isShown = (name: string, field: Field) => !isHidden(field, readOnly) && !covered?.has(name);
  return buildHeading(items, { ...input, readOnly, around: holdersAround(input), isShown });
}
