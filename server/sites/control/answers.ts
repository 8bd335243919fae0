/**
 * Records the answers of devices to commands. Answers of a tenant that arrive during a write share the next
 * transaction.
 */
import { sql } from 'kysely';
import type { Services } from '../../engine/context.ts';
import type { ControlState } from '../../platform/db/tables/jsonShapes.ts';
import { textWhole } from '../../platform/db/tables/storable.ts';

const MAX_ANSWER = 2000;
/** Maximum number of answers in one transaction. */
const BATCH = 500;

export interface CommandAnswer {
  deviceSn: string;
  /** The id of the command. */
  id: number;
  payload: string;
}

type Parts = Pick<Services, 'db' | 'log'>;

/** Returns the state after an answer. An answer with an error rejects the command, any other answer acknowledges it. */
export function answerState(payload: string): Extract<ControlState, 'acknowledged' | 'rejected'> {
  try {
    const answer = JSON.parse(payload) as unknown;
    const failed =
      typeof answer === 'object' &&
      answer !== null &&
      (('error' in answer && answer.error) || ('success' in answer && answer.success === false));
    return failed ? 'rejected' : 'acknowledged';
  } catch {
    return 'acknowledged';
  }
}

/** Returns the first answer of each device to a command. */
function firstOf(answers: readonly CommandAnswer[]): CommandAnswer[] {
  const first = new Map<string, CommandAnswer>();
  for (const answer of answers) {
    const key = `${answer.id} ${answer.deviceSn}`;
    if (Number.isSafeInteger(answer.id) && !first.has(key)) first.set(key, answer);
  }
  return [...first.values()];
}

/** Records the first answer to each open command. Further answers are only logged. */
export async function noteAnswers(
  { db, log }: Parts,
  tenantId: number,
  answers: readonly CommandAnswer[],
): Promise<void> {
  const firstAnswers = firstOf(answers);
  const { rows } = await db.tenant(tenantId, (trx) =>
    sql<{ id: number }>`
      update control_command k set state = u.state, answered_at = now(), answer = u.answer
        from unnest(${firstAnswers.map(({ id }) => id)}::int8[], ${firstAnswers.map(({ deviceSn }) => deviceSn)}::text[],
                    ${firstAnswers.map(({ payload }) => answerState(payload))}::text[],
                    ${firstAnswers.map(({ payload }) => textWhole(payload).slice(0, MAX_ANSWER))}::text[])
               as u (id, device_sn, state, answer)
       where k.tenant_id = ${tenantId} and k.id = u.id and k.device_sn = u.device_sn and k.state = 'requested'
      returning k.id`.execute(trx),
  );
  const noted = new Set(rows.map(({ id }) => id));
  for (const { id, deviceSn } of firstAnswers)
    if (!noted.has(id)) log.debug('an answer to no open command', { tenantId, deviceSn, id });
}

interface Waiting {
  answer: CommandAnswer;
  resolve(): void;
  reject(error: unknown): void;
}

/** Records answers as they arrive. The promise resolves when the answer is on disk. */
export function createAnswerQueue(parts: Parts): (tenantId: number, answer: CommandAnswer) => Promise<void> {
  const queues = new Map<number, Waiting[]>();

  /** A failed answer must not affect the others. After a failure, the answers of the group are retried one by one. */
  async function write(tenantId: number, waiting: readonly Waiting[]): Promise<void> {
    try {
      await noteAnswers(
        parts,
        tenantId,
        waiting.map(({ answer }) => answer),
      );
      for (const { resolve } of waiting) resolve();
    } catch (error) {
      if (waiting.length === 1) waiting[0]!.reject(error);
      else for (const one of waiting) await write(tenantId, [one]);
    }
  }

  async function empty(tenantId: number, queue: Waiting[]): Promise<void> {
    while (queue.length > 0) await write(tenantId, queue.splice(0, BATCH));
    queues.delete(tenantId);
  }

  return (tenantId, answer) =>
    new Promise((resolve, reject) => {
      const own = { answer, resolve, reject };
      const queue = queues.get(tenantId);
      if (queue) return void queue.push(own);
      const begun = [own];
      queues.set(tenantId, begun);
      void empty(tenantId, begun);
    });
}
