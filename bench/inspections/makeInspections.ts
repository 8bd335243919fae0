/** Makes the requested number of inspections with many items, from one template. */
import type { Client } from '../../tests/support/calls/client.ts';
import { moveTemplate } from '../../tests/support/records/inspections.ts';
import { makeSite } from '../../tests/support/telemetry/site.ts';

const FIRST_DAY = Date.UTC(2026, 0, 1);
const DAY_MS = 86_400_000;

export async function makeInspections(
  client: Client,
  { count, items, day }: { count: number; items: number; day?: string },
): Promise<number[]> {
  const { station } = await makeSite(client);
  const template = await client.call('inspectionTemplateCreate', {
    body: {
      name: 'Yearly round',
      items: Array.from({ length: items }, (_, at) => ({
        part: `Container ${1 + (at % 6)}`,
        name: `Item ${at + 1} of the round`,
        standard: 'Tight, clean and without traces of heat',
        ...(at % 3 === 0
          ? { kind: 'number' as const, unit: '℃', lower: 15, upper: 30 }
          : { kind: 'check' as const }),
      })),
    },
  });
  await moveTemplate(client, template.id, 'release');
  const ids: number[] = [];
  for (let at = 0; at < count; at += 1) {
    const made = await client.call('inspectionCreate', {
      body: {
        ...{ name: `Round ${at + 1}`, stationSn: station.sn!, templateId: template.id },
        day: day ?? new Date(FIRST_DAY + at * DAY_MS).toISOString().slice(0, 10),
      },
    });
    ids.push(made.id);
  }
  return ids;
}
