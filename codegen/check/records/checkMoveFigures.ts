/** Checks the figures that rules of a move read. They must exist, and be split by fields of the counted records. */

import type { Definitions, Entity, MoveFigure, Source, Statistic } from '../../definition/definition.ts';
import { choice, type Problem, problemOf } from '../../problem.ts';
import { evaluate } from '../checkExpression.ts';
import { type Add, CONTEXTS, recordScope } from '../scope.ts';

interface Known {
  entities: ReadonlyMap<string, Entity>;
  statistics: readonly Statistic[];
}

const isExpression = (value: unknown): value is object => typeof value === 'object' && value !== null;

function checkFigure(
  { statistic: statisticName, figure, where }: MoveFigure,
  entity: Entity,
  pointer: string,
  { entities, statistics }: Known,
  add: Add,
): void {
  const statistic = statistics.find(({ name }) => name === statisticName);
  const counted = entities.get(statistic?.of ?? '');
  if (!statistic || !counted) {
    const names = statistics.map(({ name }) => name);
    add(`${pointer}/statistic`, 'noStatistic', { known: choice(statisticName, names) });
    return;
  }
  const figures = statistic.figures.map(({ name }) => name);
  if (!figures.includes(figure)) add(`${pointer}/figure`, 'oneOf', { known: choice(figure, figures) });
  const fields = ['id', ...Object.keys(counted.schema.properties ?? {})];
  for (const [name, value] of Object.entries(where)) {
    const own = `${pointer}/where/${name}`;
    if (!fields.includes(name))
      add(own, 'unknownField', { name, entity: counted.name, known: choice(name, fields) });
    if (isExpression(value))
      evaluate(value, { scope: recordScope(entity.schema, CONTEXTS.move), pointer: own, add });
  }
}

function entityProblems({ file, value: entity }: Source<Entity>, known: Known): Problem[] {
  const problems: Problem[] = [];
  const add: Add = (pointer, key, params) => void problems.push(problemOf(file, pointer, key, params));
  const names = Object.keys(entity.schema.properties ?? {});
  const { states, actions = [] } = entity;
  const moves = [
    ...(states?.transitions ?? []).map((move, at) => ({ ...move, place: `/states/transitions/${at}` })),
    ...actions.map((move, at) => ({ ...move, place: `/actions/${at}` })),
  ];
  for (const { figures = {}, place } of moves)
    for (const [name, figure] of Object.entries(figures)) {
      const pointer = `${place}/figures/${name}`;
      if (names.includes(name)) add(pointer, 'takenBeside', { name });
      checkFigure(figure, entity, pointer, known, add);
    }
  return problems;
}

export function moveFigureProblems({ entities, statistics }: Definitions): Problem[] {
  const known: Known = {
    entities: new Map(entities.map(({ value }) => [value.name, value])),
    statistics: statistics.map(({ value }) => value),
  };
  return entities.flatMap((source) => entityProblems(source, known));
}
