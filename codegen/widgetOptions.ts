import type { Definitions, Field, Source, Text, Widget, WidgetOption } from './definition.ts';
import { choice, type Problem, problemOf } from './problem.ts';

type Section = { title: Text; fields: string[]; collapsed?: boolean };

/** The options that a widget has: those of every widget, and those that it names, whole or one field (`figure.unit`). */
function optionsOf(widget: Widget, options: readonly Source<WidgetOption>[]): WidgetOption[] {
  const named = (name: string) => widget.options?.includes(name) === true;
  return options.map(({ value }) => {
    if (value.always || named(value.name)) return value;
    const fields = Object.entries(value.fields).filter(([field]) => named(`${value.name}.${field}`));
    return { ...value, fields: Object.fromEntries(fields) };
  });
}

/** Fields of one section stand together, whichever option brought them; what only options brought starts closed. */
function joinSections(sections: readonly Section[]): Section[] {
  const joined = new Map<string, Section>();
  for (const { title, fields, collapsed } of sections) {
    const known = joined.get(title.en);
    const isClosed = collapsed === true && known?.collapsed !== false;
    joined.set(title.en, { title, fields: [...(known?.fields ?? []), ...fields], collapsed: isClosed });
  }
  return [...joined.values()].map(({ collapsed, ...section }) => ({
    ...section,
    ...(collapsed ? { collapsed } : {}),
  }));
}

function completeWidget(widget: Widget, options: readonly WidgetOption[]): Widget {
  const own = widget.config.properties ?? {};
  // A widget's own word about one of its fields counts before that of the option.
  const when = (name: string) => {
    const condition = widget.optionsWhen?.[name];
    return condition && { 'x-enabled': condition };
  };
  const added = options.map(({ section, fields }) => ({
    title: section,
    fields: Object.fromEntries(
      Object.entries(fields)
        .filter(([name]) => !(name in own))
        .map(([name, field]) => [name, { ...field, ...when(name) }]),
    ),
  }));
  const properties: Record<string, Field> = Object.assign({}, own, ...added.map(({ fields }) => fields));
  const content: Section[] = [{ title: { zh: '内容', en: 'Content' }, fields: Object.keys(own) }];
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

/** Every widget with the fields of its options in its configuration and in its dialog. */
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

/** Options that a widget names and that nobody has written, and choices for its title that it does not have. */
export function optionProblems({ widgets, widgetOptions }: Definitions): Problem[] {
  const known = widgetOptions.flatMap(({ value: { name, fields } }) => [
    name,
    ...Object.keys(fields).map((field) => `${name}.${field}`),
  ]);
  return widgets.flatMap(({ file, value }) => {
    const own = optionsOf(value, widgetOptions).flatMap(({ fields }) => Object.keys(fields));
    return [
      ...(value.options ?? []).flatMap((name, at) =>
        known.includes(name)
          ? []
          : [problemOf(file, `/options/${at}`, 'oneOf', { known: choice(name, known) })],
      ),
      ...(value.titled ?? []).flatMap((name, at) =>
        choiceFields(value).includes(name)
          ? []
          : [problemOf(file, `/titled/${at}`, 'oneOf', { known: choice(name, choiceFields(value)) })],
      ),
      ...Object.keys(value.optionsWhen ?? {}).flatMap((name) =>
        own.includes(name)
          ? []
          : [problemOf(file, `/optionsWhen/${name}`, 'oneOf', { known: choice(name, own) })],
      ),
    ];
  });
}
