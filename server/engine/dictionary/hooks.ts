import { dictionaryRegistry } from '../../../runtime/core/definitions/dictionaries.ts';
import type { Values } from '../../../runtime/core/rules/rule.ts';
import type { Row } from '../../platform/db/tables/anyTable.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { EntityHooks, HookStep } from '../hooks.ts';

/**
 * Checks the parent of an entry. If the dictionary requires a parent in another dictionary, that parent must
 * exist. Example: the industry of a sub-industry.
 */
function checkParent(values: Values): Values {
  const { type, parent } = values;
  if (typeof parent !== 'string' || parent === '') return { ...values, parent: null };
  const parents = new Set(
    dictionaryRegistry.get(String(type))?.entries.flatMap((entry) => entry.parent ?? []),
  );
  if (!parents.has(parent)) throw new AppError('dict.badValue', {}, { field: '/parent' });
  return values;
}

async function checkBelow(before: Row, { trx }: HookStep): Promise<void> {
  const child = await trx
    .selectFrom('sysTreeDic')
    .select('id')
    .where('parentId', '=', Number(before.id))
    .executeTakeFirst();
  if (child) throw new AppError('tree.hasChildren');
}

export const dictionaryHooks = {
  dict: {
    beforeCreate: (values) => ({ ...checkParent(values), builtIn: false }),
    beforeUpdate: (values) => checkParent(values),
    async beforeDelete(before) {
      if (before.builtIn === true) throw new AppError('dict.builtIn');
    },
  },
  sysTreeDic: { beforeDelete: checkBelow },
} satisfies Record<string, EntityHooks>;
