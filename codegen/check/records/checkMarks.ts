/** Marks of an entity: each once, and none that would be read by nothing. */
import type { Entity, Source } from '../../definition/definition.ts';
import { type Problem, problemOf } from '../../problem.ts';

export function markProblems({ file, value: { marks = [], of } }: Source<Entity>): Problem[] {
  return [
    ...marks.flatMap(({ name }, index) =>
      marks.findIndex((mark) => mark.name === name) < index
        ? [problemOf(file, `/marks/${index}/name`, 'takenBeside', { name })]
        : [],
    ),
    // A line is never opened, listed or marked on its own.
    ...(marks.length > 0 && of?.in === 'form' ? [problemOf(file, '/marks', 'markedLines')] : []),
    ...(marks.filter(({ opened }) => opened).length > 1 ? [problemOf(file, '/marks', 'markedTwice')] : []),
  ];
}
