import type { Definitions, Entity, Field, Source, Widget } from './definition.ts';
import { SERVER_FIELDS } from './entitySchemas.ts';
import type { Problem } from './problem.ts';

/** Checks what a meta schema cannot say: names that must be unique, and names that must exist. */
export function checkReferences(definitions: Definitions): Problem[] {
  const entities = new Map(definitions.entities.map(({ value }) => [value.name, value]));
  const dictionaries = new Set(definitions.dictionaries.map(({ value }) => value.name));
  const presets = new Set(definitions.dashboards.map(({ value }) => value.name));
  const widgets = new Map(definitions.widgets.map(({ value }) => [value.type, value]));
  const problems: Problem[] = [
    ...duplicates(definitions.entities, (entity) => entity.name, '/name'),
    ...duplicates(definitions.widgets, (widget) => widget.type, '/type'),
    ...duplicates(definitions.dictionaries, (dictionary) => dictionary.name, '/name'),
    ...duplicates(definitions.pages, (page) => page.name, '/name'),
    ...duplicates(definitions.pages, (page) => page.route, '/route'),
  ];
  const fieldProblems = (file: string, field: Field, pointer: string): Problem[] => {
    const own: Problem[] = [];
    const dictionary = field['x-dictionary'];
    if (dictionary && !dictionaries.has(dictionary)) {
      own.push({
        file,
        pointer: `${pointer}/x-dictionary`,
        message: `names no dictionary: write schemas/dictionaries/${dictionary}.json or one of ${[...dictionaries].join(', ')}`,
      });
    }
    const target = field['x-ref'];
    if (target && !entities.has(target)) {
      own.push({
        file,
        pointer: `${pointer}/x-ref`,
        message: `names no entity: write one of ${[...entities.keys()].join(', ')}`,
      });
    } else if (target && field['x-refKey'] && !entities.get(target)?.schema.properties?.[field['x-refKey']]) {
      own.push({ file, pointer: `${pointer}/x-refKey`, message: `is no field of ${target}` });
    }
    for (const name of field.required ?? []) {
      if (!field.properties?.[name])
        own.push({
          file,
          pointer: `${pointer}/required`,
          message: `requires "${name}", which is no property here: add it or remove the name`,
        });
    }
    if (
      field.type === 'string' &&
      field.default !== undefined &&
      field['x-options'] &&
      !field['x-options'].some((option) => option.value === field.default)
    ) {
      own.push({
        file,
        pointer: `${pointer}/default`,
        message: 'is none of the options: write one of their values',
      });
    }
    const nested = Object.entries(field.properties ?? {}).flatMap(([name, property]) =>
      fieldProblems(file, property, `${pointer}/properties/${name}`),
    );
    return [...own, ...nested, ...(field.items ? fieldProblems(file, field.items, `${pointer}/items`) : [])];
  };
  for (const source of definitions.entities) {
    problems.push(...fieldProblems(source.file, source.value.schema, '/schema'), ...entityProblems(source));
  }
  for (const source of definitions.widgets) {
    problems.push(
      ...fieldProblems(source.file, source.value.config, '/config'),
      ...uiProblems(source, source.value.config),
    );
  }
  for (const { file, value } of definitions.pages) {
    if (value.entity && !entities.has(value.entity))
      problems.push({
        file,
        pointer: '/entity',
        message: `names no entity: write one of ${[...entities.keys()].join(', ')}`,
      });
    if (value.kind === 'list' && !value.entity)
      problems.push({
        file,
        pointer: '',
        message: 'is a list and lacks "entity": write whose records it lists',
      });
    if (value.kind === 'redirect' && !value.to)
      problems.push({
        file,
        pointer: '',
        message: 'is a redirect and lacks "to": write the route that it leads to',
      });
    if (value.preset && !presets.has(value.preset))
      problems.push({
        file,
        pointer: '/preset',
        message: `names no preset: write one of ${[...presets].join(', ')}`,
      });
  }
  for (const { file, value } of definitions.dashboards) {
    value.document.widgets.forEach((widget, index) => {
      if (!widgets.has(widget.type))
        problems.push({
          file,
          pointer: `/document/widgets/${index}/type`,
          message: `names no widget: write one of ${[...widgets.keys()].join(', ')}`,
        });
      if (!value.document.layouts.lg.some((item) => item.i === widget.id))
        problems.push({
          file,
          pointer: '/document/layouts/lg',
          message: `lacks the place of widget "${widget.id}"`,
        });
    });
  }
  return problems;
}

function duplicates<T>(sources: Source<T>[], key: (value: T) => string, pointer: string): Problem[] {
  const seen = new Map<string, string>();
  return sources.flatMap(({ file, value }) => {
    const name = key(value);
    const first = seen.get(name);
    if (first) return [{ file, pointer, message: `"${name}" is taken by ${first}: write another` }];
    seen.set(name, file);
    return [];
  });
}

function entityProblems({ file, value }: Source<Entity>): Problem[] {
  const known = new Set([...Object.keys(value.schema.properties ?? {}), ...Object.keys(SERVER_FIELDS)]);
  const unknown = (names: string[] | undefined, pointer: string): Problem[] =>
    (names ?? []).flatMap((name, index) =>
      known.has(name)
        ? []
        : [
            {
              file,
              pointer: `${pointer}/${index}`,
              message: `"${name}" is no field of ${value.name}: write one of ${[...known].join(', ')}`,
            },
          ],
    );
  return [
    ...unknown([value.label], '/label'),
    ...unknown(value.list.columns, '/list/columns'),
    ...unknown(value.list.filters, '/list/filters'),
    ...unknown(value.list.search, '/list/search'),
    ...unknown(
      value.list.sort?.map((sort) => sort.field),
      '/list/sort',
    ),
    ...(value.unique ?? []).flatMap((fields, index) => unknown(fields, `/unique/${index}`)),
    ...(value.indexes ?? []).flatMap((fields, index) => unknown(fields, `/indexes/${index}`)),
    ...uiProblems({ file, value }, value.schema),
  ];
}

function uiProblems({ file, value }: Source<Entity | Widget>, schema: Field): Problem[] {
  const sections = value.ui?.sections ?? [];
  return sections.flatMap((section, index) =>
    section.fields.flatMap((name, place) =>
      schema.properties?.[name]
        ? []
        : [
            {
              file,
              pointer: `/ui/sections/${index}/fields/${place}`,
              message: `"${name}" is no property of the schema`,
            },
          ],
    ),
  );
}
