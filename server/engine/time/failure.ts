/** Notifies the owner of a plan if the platform cannot carry the plan out. */
import type { EntityDefinition, Text } from '../../../generated/definition.ts';
import type { Trx } from '../../platform/db/index.ts';
import type { Row } from '../../platform/db/tables/anyTable.ts';
import { type AppError, answerError } from '../../platform/errors/errors.ts';
import { recordTitle } from '../entities/texts.ts';
import { sendNotice } from '../notices/index.ts';
import { recordLink } from '../states/link.ts';
import { filterMembers, listOwners } from '../states/people.ts';

/** Returns the reason of an error in both languages: that of the first invalid field, else of the error itself. */
export function refusalText(error: AppError): Text {
  const textIn = (lang: 'zh' | 'en'): string => {
    const { msg, errors = [] } = answerError(error, lang).body;
    return errors[0]?.msg ?? msg;
  };
  return { zh: textIn('zh'), en: textIn('en') };
}

/** Notifies the owners of a record. */
export async function notifyFailed(
  trx: Trx,
  tenantId: number,
  entity: EntityDefinition,
  record: Row,
  reason: Text,
): Promise<void> {
  const label = recordTitle(entity, record);
  await sendNotice(trx, {
    tenantId,
    userIds: await filterMembers(trx, listOwners(entity, record)),
    text: {
      zh: `${entity.title.zh}“${label}”未能按时执行：${reason.zh}`,
      en: `${entity.title.en} “${label}” could not be carried out: ${reason.en}`,
    },
    link: recordLink(entity.name, Number(record.id)),
    kind: 'reminder',
  });
}
