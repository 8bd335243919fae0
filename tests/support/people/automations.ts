/** A tenant whose users create automations. */
import type { Drawing, WrittenEffect } from '../../../runtime/core/automation/drawing.ts';
import type { Client } from '../calls/client.ts';
import { until } from '../telemetry/site.ts';

let count = 0;

/** A visit plan for each customer that an automation meets. */
export const PLAN: WrittenEffect = {
  do: 'create',
  entity: 'customerPlan',
  values: {
    ...{ customerId: 'id', title: "cat('Call ', name)" },
    ...{ from: "'2026-12-01'", to: "'2026-12-02'" },
  },
};

export const CREATED: Drawing = { entity: 'customer', trigger: { on: 'created' }, do: [PLAN] };

export const plainDrawing = (drawing: Drawing): Record<string, unknown> => ({ ...drawing });

/** Creates an automation with this drawing. It is disabled. */
export async function drawAutomation(client: Client, drawing: Drawing, name = `Automation ${++count}`) {
  const { id, version } = await client.call('automationCreate', { body: { name } });
  await client.call('automationDraw', {
    path: { id },
    body: { version: version ?? 1, drawing: plainDrawing(drawing) },
  });
  return id;
}

export async function moveAutomation(client: Client, id: number, name: 'turnOn' | 'turnOff') {
  const { version } = await client.call('automationDesign', { path: { id } });
  return client.call('recordTransition', { path: { entity: 'automation', id }, body: { name, version } });
}

/** Creates and enables an automation with this drawing. */
export async function startAutomation(client: Client, drawing: Drawing): Promise<number> {
  const id = await drawAutomation(client, drawing);
  await moveAutomation(client, id, 'turnOn');
  return id;
}

/** Lists the runs of an automation, the oldest first. */
export async function runsOf(client: Client, id: number) {
  const { records } = await client.call('automationRunPage', {
    query: { size: 100, filter: JSON.stringify({ and: [{ field: 'automationId', op: 'eq', value: id }] }) },
  });
  return records.toSorted((one, other) => Number(one.id) - Number(other.id));
}

/** Waits until this number of runs have ended, and returns them. */
export const endedRuns = (client: Client, id: number, number = 1) =>
  until(
    () => runsOf(client, id),
    (runs) => runs.filter(({ state }) => state !== 'waiting').length >= number,
  );
