import type { EntityHooks } from '../../engine/hooks.ts';

/** Deletes a board together with its document and all versions. */
export const boardHooks: EntityHooks = {
  async beforeDelete(before, { carry }) {
    for (const table of ['siteKanban', 'siteKanbanVersion'] as const)
      await carry(table, (eb) => eb('boardId', '=', Number(before.id)));
  },
};
