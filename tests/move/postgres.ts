import type { Scenario } from '../faults/scenario.ts';
import { makePostgres } from '../support/server/postgres/postgres.ts';
import { tryMove } from './moving.ts';

export default {
  title: 'the embedded database is moved to a PostgreSQL of its own while devices send',
  async run() {
    const postgres = await makePostgres();
    try {
      return await tryMove(postgres.url);
    } finally {
      await postgres.remove();
    }
  },
} satisfies Scenario;
