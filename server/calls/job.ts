import { createReadStream } from 'node:fs';
import type { Calls } from '../../generated/calls.ts';
import type { CallContext } from '../engine/context.ts';
import { disposition } from '../platform/files/disposition.ts';

export const jobCalls = {
  jobList: ({ query }, { jobs, session }) => jobs.list(session, query.size ?? 20),
  jobGet: ({ path }, { jobs, session }) => jobs.get(session, path.id),
  jobCancel: ({ path }, { jobs, session }) => jobs.cancel(session, path.id),

  async jobFile({ path }, { jobs, session, reply }) {
    const file = await jobs.file(session, path.id);
    return reply
      .headers({
        'content-type': file.type,
        'content-length': file.size,
        'content-disposition': disposition('attachment', file.name),
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, no-store',
      })
      .send(createReadStream(file.path));
  },
} satisfies Partial<Calls<CallContext>>;
