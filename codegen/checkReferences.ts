import { flowProblems } from './checkFlow.ts';
import type { Definitions, Entity, Field, Source, Widget } from './definition.ts';
import { SERVER_FIELDS } from './entitySchemas.ts';
import { type Problem, problemOf } from './problem.ts';

/** Checks what a meta schema cannot say: names that must be unique, and names that must exist. */
export function checkReferences(definitions: Definitions): Problem[] {
  const entities = new Map(definitions.entities.map(({ value }) => [value.name, value]));
  const dictionaries = new Set(definitions.dictionaries.map(({ value }) => value.name));
  const presets = new Set(definitions.dashboards.map(({ value }) => value.name));
  const widgets = new Map(definitions.widgets.map(({ value }) => [value.type, value]));
  const entityNames = [...entities.keys()].join(', ');
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
      const known = [...dictionaries].join(', ');
      own.push(problemOf(file, `${pointer}/x-dictionary`, 'noDictionary', { name: dictionary, known }));
    }
    const target = field['x-ref'];
    if (target && !entities.has(target)) {
      own.push(problemOf(file, `${pointer}/x-ref`, 'noEntity', { known: entityNames }));
    } else if (target && field['x-refKey'] && !entities.get(target)?.schema.properties?.[field['x-refKey']]) {
      own.push(problemOf(file, `${pointer}/x-refKey`, 'noFieldOf', { entity: target }));
    }
    for (const name of field.required ?? []) {
      if (!field.properties?.[name])
        own.push(problemOf(file, `${pointer}/required`, 'requiresUnknown', { name }));
    }
    for (const [name, property] of Object.entries(field.properties ?? {})) {
      const beside = property['x-with'];
      if (typeof beside === 'string' && !field.properties?.[beside])
        own.push(
          problemOf(file, `${pointer}/properties/${name}/x-with`, 'withUnknown', {
            name: beside,
            known: Object.keys(field.properties ?? {}).join(', '),
          }),
        );
    }
    if (
      field.type === 'string' &&
      field.default !== undefined &&
      field['x-options'] &&
      !field['x-options'].some((option) => option.value === field.default)
    ) {
      own.push(problemOf(file, `${pointer}/default`, 'defaultNoOption'));
    }
    const nested = Object.entries(field.properties ?? {}).flatMap(([name, property]) =>
      fieldProblems(file, property, `${pointer}/properties/${name}`),
    );
    return [...own, ...nested, ...(field.items ? fieldProblems(file, field.items, `${pointer}/items`) : [])];
  };
  for (const source of definitions.entities) {
    problems.push(...fieldProblems(source.file, source.value.schema, '/schema'), ...entityProblems(source));
    problems.push(...flowProblems(source, definitions));
  }
  for (const source of definitions.widgets) {
    problems.push(
      ...fieldProblems(source.file, source.value.config, '/config'),
      ...uiProblems(source, source.value.config),
    );
  }
  for (const { file, value } of definitions.pages) {
    if (value.entity && !entities.has(value.entity))
      problems.push(problemOf(file, '/entity', 'noEntity', { known: entityNames }));
    if (value.kind === 'list' && !value.entity) problems.push(problemOf(file, '', 'listNoEntity'));
    if (value.kind === 'redirect' && !value.to) problems.push(problemOf(file, '', 'redirectNoTo'));
    if (value.preset && !presets.has(value.preset))
      problems.push(problemOf(file, '/preset', 'noPreset', { known: [...presets].join(', ') }));
  }
  for (const { file, value } of definitions.dashboards) {
    value.document.widgets.forEach((widget, index) => {
      if (!widgets.has(widget.type))
        problems.push(
          problemOf(file, `/document/widgets/${index}/type`, 'noWidget', {
            known: [...widgets.keys()].join(', '),
          }),
        );
      if (!value.document.layouts.lg.some((item) => item.i === widget.id))
        problems.push(problemOf(file, '/document/layouts/lg', 'lacksPlace', { id: widget.id }));
    });
  }
  return problems;
}

function duplicates<T>(sources: Source<T>[], key: (value: T) => string, pointer: string): Problem[] {
  const seen = new Map<string, string>();
  return sources.flatMap(({ file, value }) => {
    const name = key(value);
    const first = seen.get(name);
    if (first) return [problemOf(file, pointer, 'taken', { name, by: first })];
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
            problemOf(file, `${pointer}/${index}`, 'unknownField', {
              name,
              entity: value.name,
              known: [...known].join(', '),
            }),
          ],
    );
  return [
    ...unknown([value.label], '/label'),
    ...unknown(value.list.columns, '/list/columns'),
    ...unknown(value.list.filters, '/list/filters'),
    ...unknown(value.list.search, '/list/search'),
    ...unknown(value.list.totals, '/list/totals'),
    ...unknown(value.list.participation, '/list/participation'),
    ...unknown(value.list.print, '/list/print'),
    ...unknown(value.owner ? [value.owner] : [], '/owner'),
    ...unknown(value.department ? [value.department] : [], '/department'),
    ...unknown(value.parent ? [value.parent] : [], '/parent'),
    ...unknown(value.states ? [value.states.field] : [], '/states/field'),
    ...unknown(value.approval ? [value.approval.field] : [], '/approval/field'),
    ...unknown(
      value.list.sort?.map((sort) => sort.field),
      '/list/sort',
    ),
    ...(value.unique ?? []).flatMap((fields, index) => unknown(fields, `/unique/${index}`)),
    ...(value.indexes ?? []).flatMap((fields, index) => unknown(fields, `/indexes/${index}`)),
    ...Object.keys(value.schema.properties ?? {}).flatMap((name) => fieldNameProblems(file, name)),
    ...uiProblems({ file, value }, value.schema),
  ];
}

/** What the database's column names can say and be read back from. */
const FIELD_NAME = /^[a-z][a-z0-9]*(?:[A-Z][a-z0-9]+)*[A-Z]?$/;

function fieldNameProblems(file: string, name: string): Problem[] {
  const pointer = `/schema/properties/${name}`;
  if (name in SERVER_FIELDS) return [problemOf(file, pointer, 'serverField', { name })];
  return FIELD_NAME.test(name) && name.length <= 50 ? [] : [problemOf(file, pointer, 'fieldName', { name })];
}

function uiProblems({ file, value }: Source<Entity | Widget>, schema: Field): Problem[] {
  const sections = value.ui?.sections ?? [];
  return sections.flatMap((section, index) =>
    section.fields.flatMap((name, place) =>
      schema.properties?.[name]
        ? []
        : [problemOf(file, `/ui/sections/${index}/fields/${place}`, 'unknownProperty', { name })],
    ),
  );
}
