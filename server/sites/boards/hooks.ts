import type { EntityHooks } from '../../engine/hooks.ts';

/** A board is deleted with its document and all versions of it. */
export const boardHooks: EntityHooks = {
  async beforeDelete(before, { carry }) {
    for (const table of ['siteKanban', 'siteKanbanVersion'] as const)
      await carry(table, (eb) => eb('boardId', '=', Number(before.id)));
  },
};
