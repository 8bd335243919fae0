import { call } from '../../kit/api/client.ts';
import { notifyFailure } from '../../kit/api/failure.ts';
import { notify } from '../../kit/api/notices.ts';
import { refreshApprovals } from './approvalCalls.ts';
import { askChoices, type Chosen, choicesOf } from './choosing.ts';

/** Asks for the approvers if the flow requires it. Null if the submission was cancelled. */
async function sendChosen(entity: string, { id, version }: { id: number; version: number }) {
  const send = (chosen?: Chosen) =>
    call(
      'recordSubmit',
      { path: { entity, id }, body: { version, ...(chosen && { chosen }) } },
      { quiet: true },
    );
  try {
    return await send();
  } catch (error) {
    const choices = choicesOf(error);
    if (!choices) throw error;
    const chosen = await askChoices(choices);
    return chosen && send(chosen);
  }
}

/**
 * Submits a record for approval, and shows the result or the error. Returns the id of the request. Null if
 * the applicant cancelled or the call failed.
 */
export async function submitRecord(
  entity: string,
  { id, version }: { id: number; version: number },
  message: string,
): Promise<number | null> {
  try {
    const request = await sendChosen(entity, { id, version });
    if (request === null) return null;
    notify({ kind: 'success', text: { text: message } });
    return request.id;
  } catch (error) {
    notifyFailure(error);
    return null;
  } finally {
    refreshApprovals(entity);
  }
}
