/** Automations run once for each trigger, with several processes and after one was killed. */
import { describe, expect, it } from 'vitest';
import { CREATED, endedRuns, runsOf, startAutomation } from '../../support/people/automations.ts';
import { serveProcesses } from '../../support/server/serverProcesses.ts';

const processes = serveProcesses();
const CUSTOMERS = 24;

describe('automations of several processes', () => {
  it('run once for each trigger, even if a process is killed in between', async () => {
    const one = await processes.start('one');
    const other = await processes.start('other');
    const id = await startAutomation(one.client, CREATED);
    const create = (at: number) =>
      (at % 2 ? one : other).client.call('customerCreate', { body: { name: `Customer ${at}` } });
    // The other process loads the automation with the first run that it causes.
    await create(1);
    await endedRuns(one.client, id, 1);
    const made = Array.from({ length: CUSTOMERS }, (_, at) => create(at + 2));
    await Promise.all(made.slice(0, CUSTOMERS / 2));
    await Promise.allSettled(made);
    await processes.kill(other);
    const { total } = await one.client.call('getCustomerList', { query: { size: 1 } });
    const runs = await endedRuns(one.client, id, total);
    expect(runs.map(({ state }) => state)).toEqual(Array.from({ length: total }, () => 'done'));
    const plans = await one.client.call('customerPlanPage', { query: { size: 100 } });
    expect(plans.records.map(({ title }) => title).toSorted()).toEqual(
      runs.map(({ subject }) => `Call ${subject}`).toSorted(),
    );
    expect(await runsOf(one.client, id)).toHaveLength(total);
  });
});
