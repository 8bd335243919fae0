/** Adds stations with an analyser each, as power quality uses it. */
import { seedSite } from '../../tests/support/telemetry/telemetry.ts';

export const TENANT = 1;

const PHASES = ['A', 'B', 'C'];
export const CODES = [
  'frequency',
  'unbalance',
  ...PHASES.flatMap((phase) => [
    `voltage${phase}`,
    `current${phase}`,
    `thdU${phase}`,
    ...[3, 5, 7, 11].map((order) => `u${phase}h${order}`),
  ]),
];

export const tokenOf = (station: string): string => `${station}-bench-token`;

export async function seedStations(
  server: Parameters<typeof seedSite>[0],
  stations: readonly string[],
): Promise<void> {
  for (const station of stations)
    await seedSite(server, {
      ...{ tenantId: TENANT, station, zone: 'UTC', device: `${station}-A`, token: tokenOf(station) },
      variables: CODES.map((code) => ({ code, unit: '%' })),
    });
}
