import type { Definitions, Field, Source, Text, Widget, WidgetOption } from './definition.ts';
import { choice, type Problem, problemOf } from './problem.ts';

type Section = { title: Text; fields: string[] };

/** The options that a widget has: those of every widget, and those that it names. */
function optionsOf(widget: Widget, options: readonly Source<WidgetOption>[]): WidgetOption[] {
  return options
    .map(({ value }) => value)
    .filter(({ name, always }) => always || widget.options?.includes(name));
}

/** Fields of one section stand together, whichever option brought them. */
function sections_join(sections: readonly Section[]): Section[] {
  const joined = new Map<string, Section>();
  for (const { title, fields } of sections) {
    const known = joined.get(title.en);
    joined.set(title.en, { title, fields: [...(known?.fields ?? []), ...fields] });
  }
  return [...joined.values()];
}

function widget_complete(widget: Widget, options: readonly WidgetOption[]): Widget {
  const own = widget.config.properties ?? {};
  // What a widget says about a field of its own is meant so.
  const added = options.map(({ section, fields }) => ({
    title: section,
    fields: Object.fromEntries(Object.entries(fields).filter(([name]) => !(name in own))),
  }));
  const properties: Record<string, Field> = Object.assign({}, own, ...added.map(({ fields }) => fields));
  const content: Section[] = [{ title: { zh: '内容', en: 'Content' }, fields: Object.keys(own) }];
  const sections = [
    ...(widget.ui?.sections ?? content),
    ...added.map(({ title, fields }) => ({ title, fields: Object.keys(fields) })),
  ].filter(({ fields }) => fields.length > 0);
  return {
    ...widget,
    config: { ...widget.config, properties },
    ui: { ...widget.ui, sections: sections_join(sections) },
  };
}

/** Every widget with the fields of its options in its configuration and in its dialog. */
export function widgets_complete({
  widgets,
  widgetOptions,
}: Pick<Definitions, 'widgets' | 'widgetOptions'>): Source<Widget>[] {
  return widgets.map(({ file, value }) => ({
    file,
    value: widget_complete(value, optionsOf(value, widgetOptions)),
  }));
}

/** Options that a widget names and that nobody has written. */
export function optionProblems({ widgets, widgetOptions }: Definitions): Problem[] {
  const known = widgetOptions.map(({ value }) => value.name);
  return widgets.flatMap(({ file, value }) =>
    (value.options ?? []).flatMap((name, at) =>
      known.includes(name)
        ? []
        : [problemOf(file, `/options/${at}`, 'oneOf', { known: choice(name, known) })],
    ),
  );
}
