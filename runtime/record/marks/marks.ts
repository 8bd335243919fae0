/** A user's marks on a record. Some are set with a button, others by opening the record. */
import { useEffect } from 'react';
import type { EntityDefinition } from '../../../generated/definition.ts';
import { call } from '../../kit/api/client.ts';
import { notifyFailure } from '../../kit/api/failure.ts';
import { useIsStaged } from '../../kit/parts/staged.ts';
import { type ListRecord, refreshRecords } from '../calls/useRecords.ts';

export async function setMark(
  entity: EntityDefinition,
  id: number,
  mark: string,
  on: boolean,
): Promise<void> {
  const path = { entity: entity.name, id, mark };
  try {
    await call(on ? 'recordMark' : 'recordUnmark', { path }, { quiet: true });
  } catch (error) {
    notifyFailure(error);
  }
  await refreshRecords(entity);
}

/** Returns whether the user has never opened the record. False for an entity without a read mark. */
export const isUnread = ({ marks = [] }: EntityDefinition, record: ListRecord): boolean =>
  marks.some(({ name, opened }) => opened === true && record._marks?.[name]?.on === false);

/** Marks an opened record as read. */
export function useOpened(entity: EntityDefinition, record: ListRecord | undefined): void {
  const staged = useIsStaged();
  const mark = entity.marks?.find(({ opened }) => opened)?.name;
  const id = record && mark !== undefined && record._marks?.[mark]?.on === false ? record.id : null;
  useEffect(() => {
    if (id !== null && mark !== undefined && !staged) void setMark(entity, id, mark, true);
  }, [entity, id, mark, staged]);
}
