/** Projects at stations, with the people of these projects. */
import type { ExecuteSite } from '../../../generated/types.ts';
import { type Answer, ask } from '../calls/ask.ts';
import type { Client } from '../calls/client.ts';
import { makePerson, PASSWORD } from '../people/people.ts';
import { login, type TestServer } from '../server/server.ts';
import { makeSite } from '../telemetry/site.ts';

export interface ProjectPerson {
  id: number;
  client: Client;
}

/** Creates and signs in a user of the tenant with a role's permissions. */
export async function joinProject(
  server: TestServer,
  tenantId: number,
  role = 'operator',
): Promise<ProjectPerson> {
  const { userId, username } = await makePerson(server, [tenantId], { role });
  return { id: userId, client: await login(server, username, PASSWORD) };
}

/** Creates a project at a new station, with a leader. */
export async function makeProject(client: Client, leaderId: number, more: object = {}): Promise<ExecuteSite> {
  const { station } = await makeSite(client);
  const body = {
    name: 'Cabinet 3',
    kind: 'construction' as const,
    stationSn: station.sn!,
    leaderId,
    ...more,
  };
  return client.call('executeSiteCreate', { body });
}

export const readProject = (client: Client, id: number): Promise<ExecuteSite> =>
  client.call('executeSiteInfo', { path: { id } });

const READS = {
  executeSite: 'executeSiteInfo',
  projectAnnounce: 'projectAnnounceGet',
  qualityCheck: 'qualityCheckGet',
  nonConformance: 'nonConformanceGet',
} as const;

/** Returns the whole answer to a transition, even if it is refused. */
export async function moveOf(
  client: Client,
  entity: keyof typeof READS,
  id: number,
  name: string,
  form: object = {},
): Promise<Answer<unknown>> {
  const { version } = await client.call(READS[entity], { path: { id } });
  return ask(client, 'recordTransition', { path: { entity, id }, body: { name, version, form } });
}

/** Starts the project with these members and a plan. */
export async function startProject(
  client: Client,
  siteId: number,
  userIds: readonly number[],
): Promise<void> {
  const members = userIds.map((userId) => ({ userId, role: 'worker' as const }));
  await client.call('siteMembersPut', { body: { siteId, members } });
  const body = { name: 'Mount', kind: 'project' as const, fromDate: '2026-01-01', toDate: '2026-02-01' };
  await client.call('workPlanOfSiteCreate', { path: { id: siteId }, body });
  await client.call('executeSiteStartPlanned', { body: { id: siteId } });
}

/** Completes a project without open steps, from its start to the announcement of its completion. */
export async function completeProject(client: Client, id: number): Promise<void> {
  await client.call('executeSiteFinish', { body: { id } });
  await client.call('finalAccountConfirm', { body: { id, finalAmount: '1200.50' } });
  await client.call('projCompleteAnnounce', { body: { id, title: 'Completed', text: 'All is in service.' } });
}
