/** The context of a record's rules, besides its values: the writer, the time, and the language of the answer. */

import { personContext } from '../../../../runtime/core/access/personContext.ts';
import type { Around } from '../../../../runtime/core/rules/expression.ts';
import type { Values } from '../../../../runtime/core/rules/rule.ts';
import type { Lang } from '../../../../runtime/core/text/lang.ts';
import type { CallContext } from '../../context.ts';
import type { Writer } from '../../derived/rollupSources.ts';

export interface ValueStep {
  lang: Lang;
  /** The values that expressions can use as `$context`. */
  context: Values;
  /** The parent record of a line that is written separately, and the line's position. */
  around?: Around | undefined;
}

export function valueStep({
  session,
  lang,
  zone,
}: Pick<CallContext, 'session' | 'lang' | 'zone'>): ValueStep {
  const { userId, name, deptId } = session;
  const person = { userId, userName: name, lang, zone, ...(deptId === undefined ? {} : { deptId }) };
  return { lang, context: personContext(person, Date.now()) };
}

/** Returns the writer for updating roll-ups of parent records. */
export const writerOf = (step: Pick<CallContext, 'session' | 'lang' | 'zone'>): Writer => ({
  tenantId: step.session.tenantId,
  zone: step.zone,
  ...valueStep(step),
});
