import type { Definitions, Field, Source, Text, Widget, WidgetOption } from '../../definition/definition.ts';
import { choice, type Problem, problemOf } from '../../problem.ts';

type Section = { title: Text; fields: string[]; collapsed?: boolean };

/**
 * Returns the options of a widget: the options of all widgets, and the options that the widget names. It may name a
 * whole option or one field (`figure.unit`).
 */
function optionsOf(widget: Widget, options: readonly Source<WidgetOption>[]): WidgetOption[] {
  const named = (name: string) => widget.options?.includes(name) === true;
  return options.map(({ value }) => {
    if (value.always || named(value.name)) return value;
    const fields = Object.entries(value.fields).filter(([field]) => named(`${value.name}.${field}`));
    return { ...value, fields: Object.fromEntries(fields) };
  });
}

/** Joins fields of one section, from any option. A section that only options added starts closed. */
function joinSections(sections: readonly Section[]): Section[] {
  const joined = new Map<string, Section>();
  for (const { title, fields, collapsed } of sections) {
    const section = joined.get(title.en);
    const isClosed = collapsed === true && section?.collapsed !== false;
    joined.set(title.en, { title, fields: [...(section?.fields ?? []), ...fields], collapsed: isClosed });
  }
  return [...joined.values()].map(({ collapsed, ...section }) => ({
    ...section,
    ...(collapsed ? { collapsed } : {}),
  }));
}

function completeWidget(widget: Widget, options: readonly WidgetOption[]): Widget {
  const ownFields = widget.config.properties ?? {};
  // A widget's own condition for a field overrides the condition of the option.
  const when = (name: string) => {
    const condition = widget.optionsWhen?.[name];
    return condition && { 'x-enabled': condition };
  };
  const added = options.map(({ section, fields }) => ({
    title: section,
    fields: Object.fromEntries(
      Object.entries(fields)
        .filter(([name]) => !(name in ownFields))
        .map(([name, field]) => [name, { ...field, ...when(name) }]),
    ),
  }));
  const properties: Record<string, Field> = Object.assign(
    {},
    ownFields,
    ...added.map(({ fields }) => fields),
  );
  const content: Section[] = [{ title: { zh: '内容', en: 'Content' }, fields: Object.keys(ownFields) }];
  const sections = [
    ...(widget.ui?.sections ?? content),
    ...added.map(({ title, fields }) => ({ title, fields: Object.keys(fields), collapsed: true })),
  ].filter(({ fields }) => fields.length > 0);
  return {
    ...widget,
    config: { ...widget.config, properties },
    ui: { ...widget.ui, sections: joinSections(sections) },
  };
}

/** Returns every widget with the fields of its options in its configuration and in its dialog. */
export function completeWidgets({
  widgets,
  widgetOptions,
}: Pick<Definitions, 'widgets' | 'widgetOptions'>): Source<Widget>[] {
  return widgets.map(({ file, value }) => ({
    file,
    value: completeWidget(value, optionsOf(value, widgetOptions)),
  }));
}

const choiceFields = ({ config }: Widget): string[] =>
  Object.entries(config.properties ?? {})
    .filter(([, field]) => field['x-options'] || field['x-dictionary'])
    .map(([name]) => name);

/** Finds unknown options of a widget, and choices for its title that it does not have. */
export function optionProblems({ widgets, widgetOptions }: Definitions): Problem[] {
  const names = widgetOptions.flatMap(({ value: { name, fields } }) => [
    name,
    ...Object.keys(fields).map((field) => `${name}.${field}`),
  ]);
  return widgets.flatMap(({ file, value }) => {
    const optionNames = optionsOf(value, widgetOptions).flatMap(({ fields }) => Object.keys(fields));
    return [
      ...(value.options ?? []).flatMap((name, index) =>
        names.includes(name)
          ? []
          : [problemOf(file, `/options/${index}`, 'oneOf', { known: choice(name, names) })],
      ),
      ...(value.titled ?? []).flatMap((name, at) =>
        choiceFields(value).includes(name)
          ? []
          : [problemOf(file, `/titled/${at}`, 'oneOf', { known: choice(name, choiceFields(value)) })],
      ),
      ...Object.keys(value.optionsWhen ?? {}).flatMap((name) =>
        optionNames.includes(name)
          ? []
          : [problemOf(file, `/optionsWhen/${name}`, 'oneOf', { known: choice(name, optionNames) })],
      ),
    ];
  });
}
