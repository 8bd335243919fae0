/** The moves of an action: one, or a different one for each value of the request. */
import type { CallAction, ChosenMove, Entity, RequestedValue, Transition } from '../definition/definition.ts';
import { listMoves, movesOfPeople } from '../definition/flowDefinition.ts';
import { choice, type Problem, problemOf } from '../problem.ts';
import { type Dictionaries, type PureSchema, pureSchema } from '../write/pure.ts';
import { type ActionPlace, placeOf } from './place.ts';

type Moving = Pick<CallAction, 'transition'>;

export const findChosenMove = ({ transition }: Moving): ChosenMove | undefined =>
  typeof transition === 'object' ? transition : undefined;

/** Returns the place in the request of the value that chooses the move. */
export function choosingSource({ of: _, ...source }: ChosenMove): RequestedValue {
  return source;
}

/** Returns the schema of the value that chooses a move: a boolean, or words. */
export function choosingSchema({ of }: ChosenMove): PureSchema {
  const values = Object.keys(of);
  const isYesNo = values.every((value) => value === 'true' || value === 'false');
  return isYesNo ? { type: 'boolean' } : { type: 'string', enum: values };
}

const namesOf = ({ transition }: Moving): string[] => {
  if (transition === undefined) return [];
  return typeof transition === 'string' ? [transition] : Object.values(transition.of);
};

export function movesOfLine(entity: Entity, action: Moving): Transition[] {
  const names = namesOf(action);
  return listMoves(entity).filter(({ name }) => names.includes(name));
}

/** Joins the forms of the action's moves. A field of several forms has the schema of the first. */
export function formOfLine(entity: Entity, action: Moving, dictionaries: Dictionaries): PureSchema {
  const forms = movesOfLine(entity, action).flatMap(({ form }) =>
    form ? [pureSchema(form, dictionaries)] : [],
  );
  const properties = forms.toReversed().map((form) => form.properties as object);
  return { ...forms[0], properties: Object.assign({}, ...properties) as object };
}

export function transitionProblems(place: ActionPlace, entity: Entity, action: CallAction): Problem[] {
  const { transition, form = {} } = action;
  if (transition === undefined) return [];
  const chosen = findChosenMove(action);
  const known = movesOfPeople(entity).map(({ name }) => name);
  const wrong = namesOf(action).filter((name) => !known.includes(name));
  if (wrong.length > 0) {
    const at = (name: string): string[] =>
      chosen ? ['of', Object.keys(chosen.of).find((value) => chosen.of[value] === name) ?? ''] : [];
    return wrong.map((name) =>
      problemOf(...placeOf(place, 'transition', ...at(name)), 'oneOf', { known: choice(name, known) }),
    );
  }
  const fields = [
    ...new Set(movesOfLine(entity, action).flatMap((move) => Object.keys(move.form?.properties ?? {}))),
  ];
  if (action.from === 'body' && (chosen || fields.length === 0))
    return [problemOf(...placeOf(place, 'from'), 'unknown')];
  return [
    ...(action.each === true && !action.many ? [problemOf(...placeOf(place, 'each'), 'eachOfMany')] : []),
    ...(action.again === true && action.many ? [problemOf(...placeOf(place, 'again'), 'againOfMany')] : []),
    ...Object.keys(form)
      .filter((name) => !fields.includes(name))
      .map((name) =>
        problemOf(...placeOf(place, 'form', name), 'unknownKnown', { known: choice(name, fields) }),
      ),
  ];
}
