/**
 * Finds a record that can make a transition now, and the values of its form. The record belongs to the demo or is
 * created.
 */
import { entityOperations } from '../../../generated/callPlaces.ts';
import type { EntityDefinition, Transition } from '../../../generated/definition.ts';
import { entities } from '../../../generated/entities.ts';
import { movesOf } from '../../../runtime/core/rules/states.ts';
import type { Client } from '../calls/client.ts';

export interface FormMove {
  entity: EntityDefinition;
  move: Transition;
}

type Listed = { id: number; version: number; _actions: string[] } & Record<string, unknown>;

/** Returns every transition and action that has a form. */
export const formMoves = (): FormMove[] =>
  Object.values(entities as Readonly<Record<string, EntityDefinition>>).flatMap((entity) =>
    movesOf(entity)
      .filter(({ form }) => Object.keys(form?.properties ?? {}).length > 0)
      .map((move) => ({ entity, move })),
  );

const MOST = 50;

async function listed(client: Client, entity: string, and: object[]): Promise<Listed[]> {
  const operation = entityOperations[entity]?.list;
  if (!operation) throw new Error(`no call lists ${entity}`);
  const query = { current: 1, size: MOST, ...(and.length > 0 && { filter: JSON.stringify({ and }) }) };
  const { records } = (await client.call(operation, { query })) as { records: Listed[] };
  return records;
}

export async function readListed(client: Client, entity: string, id: number): Promise<Listed | undefined> {
  const [record] = await listed(client, entity, [{ field: 'id', op: 'eq', value: id }]);
  return record;
}

/** Returns the newest record that can make this transition. */
export async function findMovable(client: Client, { entity, move }: FormMove): Promise<Listed | undefined> {
  const states =
    move.from && entity.states ? [{ field: entity.states.field, op: 'in', value: move.from }] : [];
  const records = await listed(client, entity.name, states);
  return records.find(({ _actions: actions }) => actions.includes(move.name));
}
