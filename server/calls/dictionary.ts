import type { Calls, Data } from '../../generated/calls.ts';
import type { DictionaryDefinition } from '../../generated/definition.ts';
import { buildTree } from '../../runtime/core/tree.ts';
import { seen } from '../engine/access/records.ts';
import type { CallContext } from '../engine/context.ts';
import { dictionariesEdited, readDictionary } from '../engine/dictionary/entries.ts';
import { AppError } from '../platform/errors/errors.ts';

type Entries = Data<'dictType'>;
type TreeEntry = Data<'sysTreeDicTree'>[number];

const entriesOf = ({ entries }: DictionaryDefinition): Entries => entries as Entries;

async function readEntries(name: string, { db, session: { tenantId } }: CallContext): Promise<Entries> {
  const found = await db.tenant(tenantId, (trx) => readDictionary(trx, tenantId, name));
  if (!found) throw new AppError('http.notFound');
  return entriesOf(found);
}

export const dictionaryCalls = {
  async dictListByTenant({ query }, { db, session }) {
    const tenantId = query.tenantId ?? session.tenantId;
    if (tenantId !== session.tenantId && !session.admin) throw new AppError('http.forbidden');
    const read = db.tenant(tenantId, (trx) => dictionariesEdited(trx, tenantId));
    return [...(await read).values()].map((dictionary) => ({
      name: dictionary.name,
      title: dictionary.title,
      editable: true,
      entries: entriesOf(dictionary),
    }));
  },

  dictType: ({ path }, ctx) => readEntries(path.id, ctx),

  serviceTypeList: (_input, ctx) => readEntries('serviceType', ctx),

  sysTreeDicTree: (_input, { db, session }) =>
    db.tenant(session.tenantId, async (trx) => {
      const rows = await trx
        .selectFrom(seen(trx, session, 'sysTreeDic').as('d'))
        .select(['id', 'code', 'name', 'nameEn', 'parentId'])
        .orderBy('sort')
        .orderBy('name')
        .execute();
      const { roots, below } = buildTree(rows, ({ parentId }) => parentId);
      const build = (level: readonly (typeof rows)[number][]): TreeEntry[] =>
        level.map(({ id, code, name, nameEn }) => ({
          id,
          code,
          name: name ?? '',
          nameEn: nameEn ?? '',
          children: build(below.get(id) ?? []),
        }));
      return build(roots);
    }),
} satisfies Partial<Calls<CallContext>>;
