/** Hands the records of a user who leaves over to others. */
import type { Calls } from '../../generated/calls.ts';
import type { CallContext } from '../engine/context.ts';
import { countOwned } from '../engine/entities/countOwned.ts';
import { requirePerson } from '../engine/identity/people/reach.ts';
import { handOn, kindOf } from '../engine/records/handOn.ts';

export const handOnCalls = {
  userOwned: ({ path }, { db, session }) =>
    db.tenant(session.tenantId, async (trx) => {
      await requirePerson(trx, session, path.id, 'user:handOn');
      return (await countOwned(trx, path.id)).map(({ entity, count }) => ({ entity: entity.name, count }));
    }),

  async userHandOn({ path, body }, { db, hub, vault, jobs, session, lang, zone }) {
    await db.tenant(session.tenantId, (trx) => requirePerson(trx, session, path.id, 'user:handOn'));
    for (const [place, receiver] of body.receivers.entries()) kindOf(receiver, place);
    return jobs.start({
      asker: session,
      kind: 'handOn',
      title: { zh: '离职交接', en: 'Offboarding handover' },
      total: body.receivers.length,
      lang,
      run: async (step) => ({
        ...(await handOn({ db, hub, vault, session, lang, zone }, path.id, body, step)),
      }),
    });
  },
} satisfies Partial<Calls<CallContext>>;
