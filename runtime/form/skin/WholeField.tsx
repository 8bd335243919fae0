import { type FieldProps, getUiOptions, type WidgetProps } from '@rjsf/utils';

/** Renders a single control for a value that RJSF would split: an object, a pair, any JSON. */
export function WholeField(props: FieldProps) {
  const { registry, uiSchema, schema, fieldPathId, formData, name, title, disabled, readonly, rawErrors } =
    props;
  const options = getUiOptions(uiSchema);
  const Control = registry.widgets[String(options.widget)] as React.ComponentType<WidgetProps> | undefined;
  if (!Control || options.widget === 'hidden') return null;
  return (
    <Control
      id={fieldPathId.$id}
      name={name}
      htmlName={name}
      label={options.title ?? title ?? name}
      schema={schema}
      uiSchema={uiSchema}
      options={options as WidgetProps['options']}
      value={formData as unknown}
      disabled={disabled}
      readonly={readonly}
      rawErrors={rawErrors}
      registry={registry}
      onChange={(value: unknown) => props.onChange(value, fieldPathId.path)}
      onBlur={props.onBlur}
      onFocus={props.onFocus}
    />
  );
}
