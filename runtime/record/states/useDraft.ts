import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import type { EntityDefinition } from '../../../generated/definition.ts';
import { listPageOf } from '../../core/definitions/pages.ts';
import { familyOf, NEXT_VERSION } from '../../core/rules/versions.ts';
import { useSession } from '../../kit/session/session.ts';
import { type ListRecord, listRecords } from '../calls/useRecords.ts';

async function findDraft(entity: EntityDefinition, record: ListRecord): Promise<ListRecord | undefined> {
  const { versions, states } = entity;
  const filter = JSON.stringify({
    and: [
      { field: 'familyId', op: 'eq', value: familyOf(record) },
      { field: states?.field, op: 'in', value: [versions?.draft] },
    ],
  });
  const { records } = await listRecords(entity, { filter, current: 1, size: 1 });
  return records[0];
}

/** Returns a function that opens the draft of a record's next version, and one that checks for such a draft. */
export function useDraft(entity: EntityDefinition) {
  const navigate = useNavigate();
  const may = useSession(({ can }) => can(`${entity.name}:${NEXT_VERSION}`));
  const openDraft = useCallback(
    async (record: ListRecord) => {
      const route = listPageOf(entity.name)?.route;
      const draft = route && (await findDraft(entity, record));
      if (draft) void navigate(`${route}/${draft.id}`);
    },
    [entity, navigate],
  );
  /**
   * Returns whether a draft of the next version exists. The server offers the next version of a released
   * record only while no draft exists.
   */
  const hasDraft = (record: ListRecord, name: string): boolean =>
    name === NEXT_VERSION && entity.versions !== undefined && may && !record._actions?.includes(name);
  return { openDraft, hasDraft };
}
