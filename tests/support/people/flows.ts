/** A tenant that designs its own approval flow for leave, and the actions of its people. */
import type { ApprovalStep, FlowNode } from '../../../generated/definition.ts';
import type { TestServer } from '../server/server.ts';
import { leaveTeam, type Member } from './leave.ts';

export const FLOW_PATH = { entity: 'leave' };

export const flowTitle = (name: string) => ({ zh: name, en: name });

export const approve = (name: string, part: Partial<ApprovalStep>): ApprovalStep => ({
  ...{ do: 'approve', name, title: flowTitle(name), by: {}, mode: 'any' },
  ...part,
});

export const plainFlow = (steps: readonly FlowNode[]) => steps.map((node) => ({ ...node }));

export async function flowTeam(server: TestServer) {
  const team = await leaveTeam(server);
  const designer = await team.member(['approval:design', 'leave:*']);
  const finance = await team.member();
  const path = FLOW_PATH;

  /** Saves the flow as the draft, whatever the draft was. */
  async function keep(steps: readonly FlowNode[]) {
    const { draft } = await designer.client.call('approvalFlow', { path });
    const body = { version: draft?.version ?? 0, steps: plainFlow(steps) };
    return designer.client.call('approvalFlowSave', { path, body });
  }
  async function publish(steps: readonly FlowNode[], note?: string) {
    const { draft } = await keep(steps);
    const body = { version: draft!.version, ...(note ? { note } : {}) };
    return designer.client.call('approvalFlowPublish', { path, body });
  }
  return { team, designer, finance, keep, publish };
}

export const requestOf = async (who: Member, id: number) =>
  (await who.client.call('approvalDetail', { path: { id } })).request;

export async function agree(who: Member, id: number) {
  const { version } = await requestOf(who, id);
  return who.client.call('approvalAgree', { path: { id }, body: { version } });
}

/** Lists the people who must decide in the active steps, whether or not it is their turn. */
export const askedOf = ({ steps }: Awaited<ReturnType<typeof requestOf>>): number[] =>
  steps
    .filter(({ state }) => state === 'active')
    .flatMap(({ assignees }) => assignees.filter(({ decision }) => decision === null).map(({ id }) => id));

export const noticesOf = async (who: Member): Promise<string[]> =>
  (await who.client.call('noticePage', { query: { size: 50 } })).records.map(({ text }) => text.en);
