/** Requests a transition of a record from the server. */
import type { Data, Input } from '../../../generated/calls.ts';
import type { EntityDefinition, Text, Transition } from '../../../generated/definition.ts';
import { entityRegistry } from '../../core/definitions/entities.ts';
import { homeAmounts, noRate } from '../../core/numbers/homeAmounts.ts';
import type { Values } from '../../core/rules/rule.ts';
import { areMovesLocked, isSubmittable, moveAfter, transitionRefusal } from '../../core/rules/states.ts';
import type { Lang } from '../../core/text/lang.ts';
import { brokenRuleMessage } from '../../fieldTypes/fieldMessage.ts';
import { labelOfRecord } from '../../form/values/recordName.ts';
import { call } from '../../kit/api/client.ts';
import { notify } from '../../kit/api/notices.ts';
import { type TextKey, translate } from '../../kit/i18n/index.ts';
import { currentLang } from '../../kit/i18n/lang.ts';
import { refreshCounts } from '../../kit/session/counts.ts';
import { queryClient } from '../../kit/session/queryClient.ts';
import { raiseFields } from '../calls/raiseFields.ts';
import type { ListRecord } from '../calls/useRecords.ts';
import { sendOrKeep } from '../offline/keep.ts';

/** Makes a transition. Without network, it is queued on the device behind earlier requests for the record. */
export async function moveRecord(
  entity: EntityDefinition,
  record: ListRecord,
  { name: move, title }: Transition,
  form: Values | undefined,
  message: string,
): Promise<void> {
  const { id, version } = record;
  const path = { entity: entity.name, id };
  const body = { name: move, version, form };
  const sending = {
    ...{ entity, path, body, recordId: id, title: labelOfRecord(entity, record), move: title },
    ...{ operation: 'recordTransition', base: {}, mine: form ?? {} },
  };
  let isQueued = false;
  try {
    const send = (name: string | undefined) =>
      call('recordTransition', { path, body }, { quiet: true, name });
    isQueued = (await sendOrKeep(sending, send)) === null;
  } catch (error) {
    throw raiseFields(error);
  } finally {
    // Also refreshes after a conflict, to show the other user's change.
    void queryClient.invalidateQueries({ queryKey: ['records', entity.name] });
    // The transition may create or complete a decision.
    if (entity.states?.decided) refreshCounts();
  }
  notify(
    isQueued
      ? { kind: 'info', text: { text: translate(currentLang(), 'waiting.kept') } }
      : { kind: 'success', text: { text: message } },
  );
}

/** Returns whether a transition needs input or a confirmation. */
export const isAsking = ({ confirm, danger, form }: Transition): boolean =>
  confirm !== undefined || danger === true || form !== undefined;

/** Makes a transition for many records. Returns the numbers of changed and of skipped records. */
export async function moveRecords(
  entity: EntityDefinition,
  body: Input<'recordBulkTransition'>['body'],
): Promise<Data<'recordBulkTransition'>> {
  try {
    return await call('recordBulkTransition', { path: { entity: entity.name }, body }, { quiet: true });
  } catch (error) {
    throw raiseFields(error);
  }
}

/**
 * Returns why the server rejected a transition. Only the server has exchange rates. If the guard seems met here, an
 * amount in another currency has exceeded the limit.
 */
function findRefusal(entity: EntityDefinition, transition: Transition, record: ListRecord, userId: number) {
  const context = { userId, now: new Date().toISOString() };
  const refusal = transitionRefusal(entity, transition, record, context);
  const home = entityRegistry.all().find((one) => one.exchange)?.exchange?.home;
  if (refusal || home === undefined) return refusal;
  return transitionRefusal(entity, transition, homeAmounts(entity.schema, record, home, noRate), context);
}

/** The reason against a transition: a text of its definition, or of the interface. */
export type Hindrance = { text: Text } | { key: TextKey };

function hindranceOf({ schema }: EntityDefinition, record: ListRecord, text: Text): Hindrance {
  const textIn = (lang: Lang) => brokenRuleMessage(text, { field: schema, values: record }, lang);
  return { text: { zh: textIn('zh'), en: textIn('en') } };
}

/**
 * Returns the submission of a record that the user may change, with the reason if it is not possible yet. Null if not
 * offered.
 */
export function findSubmission(
  entity: EntityDefinition,
  record: ListRecord,
  userId: number,
): { hindrance: Hindrance | null } | null {
  if (record._actions?.includes('submit')) return { hindrance: null };
  const begins = moveAfter(entity, 'pending');
  if (!begins || !isSubmittable(entity, record) || !record._actions?.includes('update')) return null;
  const refusal = findRefusal(entity, begins, record, userId);
  return refusal?.why === 'guard' ? { hindrance: hindranceOf(entity, record, refusal.text) } : null;
}

/**
 * Returns the reason against a transition: the guard's text, or one of the interface. Null if the transition
 * is possible.
 */
export function moveHindrance(
  entity: EntityDefinition,
  transition: Transition,
  record: ListRecord,
  userId: number,
): Hindrance | null {
  if (record._actions?.includes(transition.name)) return null;
  if (areMovesLocked(entity, record)) return { key: 'flow.whilePending' };
  const refusal = findRefusal(entity, transition, record, userId);
  if (refusal?.why !== 'guard') return { key: 'flow.noRight' };
  return hindranceOf(entity, record, refusal.text);
}
