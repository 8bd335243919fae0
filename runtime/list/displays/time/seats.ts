/** The rows of a single day: each person with their records. Pure. */
import type { ListDisplay } from '../../../../generated/definition.ts';
import type { Entity } from '../../../core/definitions/entities.ts';
import type { ListRecord } from '../../../record/calls/useRecords.ts';
import type { Span } from '../dates.ts';

/** A list with its timeline. */
export interface SeatSource {
  entity: Entity;
  display: ListDisplay;
}

export interface SeatEntry extends SeatSource {
  record: ListRecord;
  span: Span;
  /** The id of the person. Null if there is none. */
  person: number | null;
}

export interface Seat<Entry extends SeatEntry = SeatEntry> {
  person: number | null;
  /** Undefined for a person who is not in the reader's departments. */
  name: string | undefined;
  entries: Entry[];
}

const personOf = ({ by = '' }: ListDisplay, record: ListRecord): number | null =>
  typeof record[by] === 'number' ? record[by] : null;

export const seatEntryOf = (source: SeatSource, record: ListRecord, span: Span): SeatEntry => ({
  ...source,
  record,
  span,
  person: personOf(source.display, record),
});

/**
 * Returns a row for each person of the departments, for other people with records, and for records without a person.
 */
export function seatsOf<Entry extends SeatEntry>(
  team: readonly { id: number; name: string }[],
  entries: readonly Entry[],
  own: string,
): Seat<Entry>[] {
  const shown = entries.filter(({ person, entity }) => person !== null || entity.name === own);
  const byPerson = Map.groupBy(
    shown.toSorted((one, other) => one.span.from.getTime() - other.span.from.getTime()),
    ({ person }) => person,
  );
  const others = [...byPerson.keys()].filter(
    (person) => person !== null && team.every(({ id }) => id !== person),
  );
  const people: { id: number | null; name?: string }[] = [
    ...team,
    ...others.map((id) => ({ id })),
    ...(byPerson.has(null) ? [{ id: null }] : []),
  ];
  return people.map(({ id, name }) => ({ person: id, name, entries: byPerson.get(id) ?? [] }));
}
