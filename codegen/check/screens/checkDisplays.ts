/** Checks the displays of a list. Each must have its fields, of a kind that it can draw. */

import type { Display, Entity, Field, Source } from '../../definition/definition.ts';
import { SERVER_FIELDS } from '../../definition/entitySchemas.ts';
import { choice, type Problem, problemOf } from '../../problem.ts';
import { fieldValues, type Known } from '../checkFields.ts';
import type { Add } from './checkStatistics.ts';

type Part = Exclude<keyof Display, 'as'>;
/** Parts that name fields. The other parts set how these fields are drawn. */
type FieldPart = Exclude<Part, 'hatch' | 'work' | 'count' | 'load' | 'best' | 'team' | 'seats'>;

const namesFields = (part: Part): part is FieldPart =>
  !['hatch', 'work', 'count', 'load', 'best', 'team', 'seats'].includes(part);

const READS: Record<string, { needs: Part[]; may: Part[] }> = {
  cards: { needs: [], may: ['fields', 'picture'] },
  gallery: { needs: ['picture'], may: ['fields'] },
  kanban: { needs: ['by'], may: ['fields'] },
  calendar: { needs: ['from'], may: ['to', 'color', 'fields', 'hatch', 'work'] },
  timeline: {
    needs: ['from', 'by'],
    may: ['to', 'color', 'fields', 'hatch', 'work', 'count', 'load', 'team', 'seats'],
  },
  gantt: { needs: ['from', 'to'], may: ['progress', 'color', 'fields', 'hatch', 'work'] },
  map: { needs: ['place'], may: ['color'] },
  workbench: { needs: [], may: [] },
  compare: { needs: [], may: ['fields', 'best'] },
  feed: { needs: ['text'], may: ['by', 'fields', 'picture'] },
};

const isPicture = (field: Field): boolean =>
  field.format === 'image' || (field.type === 'array' && field.items?.format === 'image');
const isMoment = (field: Field): boolean => field.format === 'date' || field.format === 'date-time';
const isNumber = (field: Field): boolean => field.type === 'number' || field.type === 'integer';
const isText = (field: Field): boolean =>
  field.type === 'string' && (field.format === undefined || field.format === 'html') && !field['x-ref'];
const isFigure = (field: Field): boolean => isNumber(field) || field.format === 'money';
/** Returns whether a field is a single value, by which records can be distinguished. */
const isPlain = (field: Field): boolean => field.type !== 'array' && field.type !== 'object';
const isPair = (field: Field): boolean =>
  field['x-control'] === 'map' && (field.type === 'array' || field.type === 'object');

/** Returns whether a field is of a kind that a part of the display can be drawn from. */
function isPartFit(part: FieldPart, display: Display, field: Field, known: Known): boolean {
  const isChoice = field.type !== 'array' && fieldValues(field, known.dictionaries).length > 0;
  switch (part) {
    case 'picture':
      return isPicture(field);
    case 'by':
      if (display.as === 'feed') return field['x-ref'] === 'user';
      return isChoice || (display.as === 'timeline' && isPlain(field));
    case 'text':
      return isText(field);
    case 'color':
      return isChoice;
    case 'from':
    case 'to':
      return isMoment(field);
    case 'progress':
      return isNumber(field);
    case 'place':
      return display.place?.length === 2 ? isNumber(field) : isPair(field);
    case 'fields':
      return true;
  }
}

const isPerson = (entity: Entity, name: string | undefined): boolean =>
  entity.schema.properties?.[name ?? '']?.['x-ref'] === 'user';

/** Returns whether the entity has a timeline whose lanes are users. */
const hasLanesOfUsers = (entity: Entity): boolean =>
  entity.list.displays?.some(({ as, by }) => as === 'timeline' && isPerson(entity, by)) === true;

export function displayProblems({ file, value: entity }: Source<Entity>, known: Known): Problem[] {
  const problems: Problem[] = [];
  const add: Add = (pointer, key, params) => void problems.push(problemOf(file, pointer, key, params));
  const fields = Object.entries({
    ...(SERVER_FIELDS as Record<string, Field>),
    ...entity.schema.properties,
  }).filter(([, field]) => !field.writeOnly);
  const displays = entity.list.displays ?? [];
  for (const [at, display] of displays.entries()) {
    const pointer = `/list/displays/${at}`;
    const { needs, may } = READS[display.as] ?? { needs: [], may: [] };
    if (displays.findIndex(({ as }) => as === display.as) !== at)
      add(`${pointer}/as`, 'takenBeside', { name: display.as });
    for (const name of needs) if (display[name] === undefined) add(pointer, 'lacks', { name });
    const parts = (Object.keys(display) as (keyof Display)[]).filter((one): one is Part => one !== 'as');
    for (const part of parts) {
      if (![...needs, ...may].includes(part)) {
        add(`${pointer}/${part}`, 'displayPart', { as: display.as });
        continue;
      }
      if (!namesFields(part)) continue;
      const fitting = fields
        .filter(([, field]) => isPartFit(part, display, field, known))
        .map(([name]) => name);
      for (const [place, name] of [display[part] ?? []].flat().entries())
        if (!fitting.includes(name)) {
          const list = Array.isArray(display[part]) ? `/${place}` : '';
          add(`${pointer}/${part}${list}`, 'displayField', { name, known: choice(name, fitting) });
        }
    }
    if (display.load && (!entity.work || entity.work.by !== display.by))
      add(`${pointer}/load`, 'displayLoad');
    for (const name of Object.keys(display.best ?? {})) {
      const numbers = fields.filter(([, field]) => isFigure(field)).map(([one]) => one);
      if (!numbers.includes(name))
        add(`${pointer}/best/${name}`, 'displayField', { name, known: choice(name, numbers) });
    }
    const people = fields.filter(([, field]) => field['x-ref'] === 'user').map(([name]) => name);
    for (const part of ['team', 'seats'] as const)
      if (display[part] && display.by !== undefined && !people.includes(display.by))
        add(`${pointer}/${part}`, 'displayTeam', { name: display.by, known: choice(display.by, people) });
    const seated = [...known.entities.values()].filter(hasLanesOfUsers).map(({ name }) => name);
    for (const [place, name] of (display.seats ?? []).entries())
      if (name === entity.name || !seated.includes(name))
        add(`${pointer}/seats/${place}`, 'displaySeat', { name, known: choice(name, seated) });
    const { hatch = [], color } = display;
    const shades = fieldValues(fields.find(([name]) => name === color)?.[1] ?? {}, known.dictionaries);
    for (const [place, value] of hatch.entries())
      if (!shades.includes(value)) {
        const name = String(value);
        add(`${pointer}/hatch/${place}`, 'displayValue', { name, known: choice(name, shades.map(String)) });
      }
  }
  return problems;
}
