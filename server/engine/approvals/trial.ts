/**
 * Tries a flow and returns who would decide. Users are found in the same way as at a submission. Nothing is written.
 */
import type { Data, Input } from '../../../generated/calls.ts';
import { type Entity, entityRegistry } from '../../../runtime/core/definitions/entities.ts';
import type { Flow } from '../../../runtime/core/flow/walk.ts';
import type { Trx } from '../../platform/db/index.ts';
import type { Row } from '../../platform/db/tables/anyTable.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { Session } from '../context.ts';
import { columnsOf } from '../entities/columns.ts';
import { inHome } from '../entities/exchangeRates.ts';
import { requireRecord } from '../entities/write/write.ts';
import { filterMembers } from '../states/people.ts';
import { findSubstitutes } from './away.ts';
import { decidingSteps } from './deciders.ts';
import { planFlow } from './flowPlan.ts';
import { findNames } from './store.ts';

type Trial = Data<'approvalFlowTrial'>;
type TrialRequest = Omit<Input<'approvalFlowTrial'>['body'], 'steps'>;

/** Returns the record of a trial: a record that the caller may read, or an invented record of the applicant. */
async function readTriedRecord(
  trx: Trx,
  session: Session,
  entity: Entity,
  { recordId, values = {}, userId }: TrialRequest,
): Promise<Row> {
  const owner = entity.owner ?? 'createdBy';
  if (recordId !== undefined) {
    const record = await requireRecord(trx, session, entity, recordId, 'get');
    // Conditions must not reveal values that are hidden from the caller.
    const shown = new Set([...columnsOf(entity, session).keys(), owner]);
    return Object.fromEntries(Object.entries(record).filter(([name]) => shown.has(name)));
  }
  const unknown = Object.keys(values).find((name) => !(name in (entity.schema.properties ?? {})));
  if (unknown !== undefined) throw new AppError('http.invalid', {}, { field: `/values/${unknown}` });
  return { ...values, createdBy: userId, [owner]: values[owner] ?? userId };
}

export async function tryFlow(
  trx: Trx,
  session: Session,
  name: string,
  flow: Flow,
  request: TrialRequest,
): Promise<Trial> {
  const entity = entityRegistry.get(name);
  if (!entity?.approval) throw new AppError('http.notFound');
  const [userId] = await filterMembers(trx, [request.userId]);
  if (userId === undefined) throw new AppError('flow.unknownPerson', {}, { field: '/userId' });
  const record = await readTriedRecord(trx, session, entity, request);
  const { steps } = planFlow(flow, await inHome(trx, entity, record));
  const deciding = await decidingSteps(trx, steps, { entity, record, userId });
  const ids = [...new Set(deciding.flatMap(({ people }) => people))];
  const away = await findSubstitutes(trx, ids);
  const names = await findNames(trx, [...ids, ...away.values()]);
  const person = (id: number) => ({ id, name: names.get(id) ?? `#${id}` });
  const decides = deciding.filter(({ step }) => step.node.do === 'approve');
  return {
    steps: deciding.map(({ step: { node, depth, path }, people, choice, skipped, instead, stuck }) => ({
      ...{ node: node.name, kind: node.do, title: node.title, depth, skipped, instead, stuck },
      chosen: choice !== undefined,
      mode: node.do === 'approve' ? node.mode : null,
      atLeast: node.do === 'approve' ? (node.atLeast ?? null) : null,
      path: path?.title ?? null,
      people: people.map((id) => {
        const substitute = node.do === 'approve' ? away.get(id) : undefined;
        return { ...person(id), substitute: substitute === undefined ? null : person(substitute) };
      }),
    })),
    agreedAtOnce: decides.every(({ skipped }) => skipped !== null),
  };
}
