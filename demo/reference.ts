/** Creates the records of a demo tenant beside its stations: a group of cameras, and a tree of spare parts. */
import type { Text } from '../generated/definition.ts';
import type { SourceLang } from '../runtime/core/text/lang.ts';
import type { Trx } from '../server/platform/db/index.ts';
import { type AnyTrx, trxAny } from '../server/platform/db/tables/anyTable.ts';

const GROUP = { zh: '出入口', en: 'Entrances' };

interface Branch {
  code: string;
  name: Text;
  children?: readonly Branch[];
}

const SPARE_PARTS: Branch = {
  code: 'parts',
  name: { zh: '备件', en: 'Spare parts' },
  children: [
    { code: 'parts.fuses', name: { zh: '熔断器', en: 'Fuses' } },
    { code: 'parts.fans', name: { zh: '散热风机', en: 'Fans' } },
    { code: 'parts.filters', name: { zh: '空调滤网', en: 'Filters' } },
  ],
};

async function seedBranch(
  trx: AnyTrx,
  tenantId: number,
  { code, name, children = [] }: Branch,
  place: { parentId: number | null; sort: number },
  lang: SourceLang,
): Promise<void> {
  const { id } = await trx
    .insertInto('sysTreeDic')
    .values({ ...place, tenantId, code, name: name[lang], nameEn: name.en })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const [index, child] of children.entries())
    await seedBranch(trx, tenantId, child, { parentId: Number(id), sort: index + 1 }, lang);
}

export async function seedReference(trx: Trx, tenantId: number, lang: SourceLang): Promise<void> {
  await trxAny(trx).insertInto('ipcGroup').values({ tenantId, name: GROUP[lang] }).execute();
  await seedBranch(trxAny(trx), tenantId, SPARE_PARTS, { parentId: null, sort: 1 }, lang);
}
