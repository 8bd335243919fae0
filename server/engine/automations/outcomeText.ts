/** Describes the log of a run as text, in the language of the owner. */
import type { Text } from '../../../generated/definition.ts';
import { type Lang, languageOf } from '../../../runtime/core/text/lang.ts';
import { pickText } from '../../../runtime/core/text/pickText.ts';
import { fillText } from '../../platform/errors/errors.ts';
import type { Outcome } from './perform.ts';

const LONGEST = 2_000;

const TOUCHED: Readonly<Record<Outcome['touched'][number]['do'], Text>> = {
  create: { zh: '已创建{entity}“{name}”', en: 'Created: {entity} “{name}”' },
  update: { zh: '已更新{entity}“{name}”', en: 'Changed: {entity} “{name}”' },
  move: { zh: '已流转{entity}“{name}”', en: 'Moved: {entity} “{name}”' },
};
const SENT: Readonly<Record<keyof Outcome['sent'], Text>> = {
  notify: { zh: '已发送消息', en: 'Notified people' },
  mail: { zh: '已发送邮件', en: 'Sent mails' },
  webhook: { zh: '已发送至 Webhook', en: 'Sent to a webhook' },
};
const NOTHING: Text = { zh: '没有改动', en: 'Nothing to do' };

/** Returns the results of a run as text, one sentence for each record. */
export function outcomeText({ touched, sent }: Outcome, lang: Lang): string {
  const lines = touched.map(({ do: did, entity, name }) =>
    fillText(pickText(TOUCHED[did], lang), { entity: pickText(entity.title, lang), name }),
  );
  for (const kind of ['notify', 'mail', 'webhook'] as const)
    if (sent[kind] > 0) lines.push(pickText(SENT[kind], lang));
  const text = lines.length > 0 ? lines.join(languageOf(lang).semicolon) : pickText(NOTHING, lang);
  return text.slice(0, LONGEST);
}
