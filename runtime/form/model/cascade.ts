/** Values in levels: the entries of one dictionary with their parents, or two paired fields. */

import type { Field } from '../../../generated/definition.ts';
import type { Values } from '../../core/rules/rule.ts';
import type { Lang } from '../../core/text/lang.ts';
import { type Dictionaries, type FieldOption, fieldOptions } from '../values/options.ts';

export interface CascadeOption {
  value: string | number | boolean;
  label: string;
  disabled?: boolean;
  children?: CascadeOption[];
}

export interface Cascade {
  options: CascadeOption[];
  /** The values from the top level down to the field's own. */
  path: CascadeOption['value'][];
}

interface Input {
  dictionaries: Dictionaries;
  lang: Lang;
}

function buildChildren(
  options: FieldOption[],
  parent: string | undefined,
  seen: ReadonlySet<string>,
): CascadeOption[] {
  return options
    .filter((option) => option.parent === parent && !seen.has(String(option.value)))
    .map(({ value, label, disabled }) => {
      const below = buildChildren(options, String(value), new Set(seen).add(String(value)));
      return { value, label, disabled, ...(below.length > 0 ? { children: below } : {}) };
    });
}

/** Returns the path from the top level to a value. A value outside the options is a top level of its own. */
function findPath(options: FieldOption[], value: unknown): CascadeOption['value'][] {
  const path: CascadeOption['value'][] = [];
  let current: unknown = value;
  while (current !== undefined && !path.includes(current as string)) {
    path.unshift(current as string);
    current = options.find((option) => option.value === current)?.parent;
  }
  return path;
}

export function buildCascade(
  field: Field,
  parent: Field,
  name: string,
  values: Values,
  { dictionaries, lang }: Input,
): Cascade {
  const ownOptions = fieldOptions(field, dictionaries, lang) ?? [];
  const beside = field['x-pairedField'];
  const lower = beside ? fieldOptions(parent.properties?.[beside] ?? {}, dictionaries, lang) : null;
  if (!beside || !lower) {
    const path = values[name] === undefined ? [] : findPath(ownOptions, values[name]);
    return { options: buildChildren(ownOptions, undefined, new Set()), path };
  }
  const options = ownOptions.map(({ value, label, disabled }) => {
    const below = lower.filter((option) => option.parent === value);
    return { value, label, disabled, ...(below.length > 0 ? { children: below } : {}) };
  });
  const path = [values[name], values[beside]].filter((value) => value !== undefined);
  return { options, path: path as CascadeOption['value'][] };
}
