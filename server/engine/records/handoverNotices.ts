/** Notifies users of handed-over records: one notice for each receiver and each previous owner. */
import type { Text } from '../../../generated/definition.ts';
import type { Entity } from '../../../runtime/core/definitions/entities.ts';
import type { Trx } from '../../platform/db/index.ts';
import type { Session } from '../context.ts';
import { sendNotice } from '../notices/index.ts';
import { recordLink } from '../states/link.ts';

export interface Handed {
  entity: Entity;
  id: number;
  title: string;
  /** The previous owner. */
  from: number | null;
}

/** Returns the name of the record, or the number of records. */
export function sumUp(entity: Entity, handed: readonly Pick<Handed, 'entity' | 'title'>[]): Text {
  const [first] = handed;
  const count = handed.length;
  if (count === 1 && first) {
    const { title } = first.entity;
    return { zh: `${title.zh}“${first.title}”`, en: `${title.en} “${first.title}”` };
  }
  return handed.every((record) => record.entity === entity)
    ? { zh: `${count} 条${entity.title.zh}`, en: `${count} records (${entity.title.en})` }
    : { zh: `${count} 条记录`, en: `${count} records` };
}

export async function notifyHandover(
  trx: Trx,
  { tenantId, userId: by, name }: Session,
  entity: Entity,
  handed: readonly Handed[],
  to: number,
): Promise<void> {
  if (handed.length === 0) return;
  const notifyPerson = (person: number, records: readonly Handed[], text: (what: Text) => Text) => {
    const [first, ...others] = records;
    const link = first && others.length === 0 ? recordLink(first.entity.name, first.id) : null;
    const userIds = person === by ? [] : [person];
    return sendNotice(trx, {
      tenantId,
      userIds,
      text: text(sumUp(entity, records)),
      link,
      kind: 'transition',
    });
  };
  await notifyPerson(to, handed, ({ zh, en }) => ({
    zh: `${name}向您移交了${zh}`,
    en: `${name} handed over to you: ${en}`,
  }));
  for (const [person, records] of Map.groupBy(handed, ({ from }) => from)) {
    if (person === null || person === to) continue;
    await notifyPerson(person, records, ({ zh, en }) => ({
      zh: `${name}将您的${zh}移交给了他人`,
      en: `${name} handed over to another user: ${en}`,
    }));
  }
}
