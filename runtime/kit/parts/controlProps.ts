/** Converts RJSF's properties to those of controls: labels, state and options. */
import type { RJSFSchema, WidgetProps } from '@rjsf/utils';

export const labelId = (id: string) => `${id}__label`;
export const helpId = (id: string) => `${id}__help`;
export const errorId = (id: string) => `${id}__error`;

/**
 * Returns only ids of rendered texts. aria-describedby must not refer to missing elements. Undefined without
 * such texts.
 */
function describedBy({ id, options, rawErrors }: WidgetProps): string | undefined {
  const ids = [options.description ? helpId(id) : '', rawErrors?.length ? errorId(id) : ''].filter(Boolean);
  return ids.length > 0 ? ids.join(' ') : undefined;
}

export function ariaProps(props: WidgetProps) {
  const invalid = (props.rawErrors?.length ?? 0) > 0;
  return {
    'aria-invalid': invalid || undefined,
    'aria-required': props.options.required === true || undefined,
    'aria-describedby': describedBy(props),
  };
}

export function baseProps(props: WidgetProps) {
  return {
    id: props.id,
    disabled: props.disabled || props.readonly,
    status: props.rawErrors?.length ? ('error' as const) : undefined,
    onBlur: () => props.onBlur(props.id, props.value),
    ...ariaProps(props),
  };
}

export interface Choice {
  value: string | number | boolean;
  label: string;
  disabled: boolean;
}

/** Returns the options of the field. A stored value outside the options remains visible, but cannot be chosen again. */
export function choices(props: WidgetProps): Choice[] {
  const schema = props.schema as RJSFSchema;
  const items = schema.items as RJSFSchema | undefined;
  // The values of an editable dictionary are known at run time only.
  const values = (props.options.enumValues ?? schema.enum ?? items?.enum ?? []) as Choice['value'][];
  const labels = (props.options.enumNames ?? []) as string[];
  const disabled = (props.options.enumDisabled ?? []) as Choice['value'][];
  const absent = (props.options.enumAbsent ?? []) as Choice['value'][];
  const all = values.map((value, index) => ({
    value,
    label: labels[index] ?? String(value),
    disabled: disabled.includes(value),
  }));
  const stored = (Array.isArray(props.value) ? props.value : [props.value]) as Choice['value'][];
  const unknown = stored.filter((value) => value !== undefined && value !== null && !values.includes(value));
  const listed = all.filter(({ value }) => !absent.includes(value) || stored.includes(value));
  return [...listed, ...unknown.map((value) => ({ value, label: String(value), disabled: true }))];
}
