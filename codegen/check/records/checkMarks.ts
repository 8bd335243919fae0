/** Checks the marks of an entity: each is unique and is read somewhere. */
import type { Entity, Source } from '../../definition/definition.ts';
import { choice, type Problem, problemOf } from '../../problem.ts';
import { usersOf } from './checkPeople.ts';

export function markProblems({ file, value: entity }: Source<Entity>): Problem[] {
  const { marks = [], of } = entity;
  return [
    ...marks.flatMap(({ name }, index) =>
      marks.findIndex((mark) => mark.name === name) < index
        ? [problemOf(file, `/marks/${index}/name`, 'takenBeside', { name })]
        : [],
    ),
    // A line is never opened, listed or marked on its own.
    ...(marks.length > 0 && of?.in === 'form' ? [problemOf(file, '/marks', 'markedLines')] : []),
    ...marks.flatMap(({ who, wanted }, index) => [
      ...(wanted && !who
        ? [problemOf(file, `/marks/${index}/wanted`, 'wordNeeds', { needs: '"who": true' })]
        : []),
      ...(wanted?.fields ?? []).flatMap((name, at) =>
        usersOf(entity).includes(name)
          ? []
          : [
              problemOf(file, `/marks/${index}/wanted/fields/${at}`, 'unknownProperty', {
                name,
                known: choice(name, usersOf(entity)),
              }),
            ],
      ),
    ]),
    ...(marks.filter(({ opened }) => opened).length > 1 ? [problemOf(file, '/marks', 'markedTwice')] : []),
  ];
}
