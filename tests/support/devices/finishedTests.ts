/** Finished factory tests: their stored figures, and the figures recomputed from the stored points. */
import { countEnergies, figuresOf } from '../../../server/sites/factoryTests/evaluate.ts';
import type { Part } from '../../../server/sites/factoryTests/procedure.ts';
import { readPoints } from '../../../server/sites/factoryTests/readPoints.ts';
import { runSql } from '../calls/world.ts';
import type { TestServer } from '../server/server.ts';

interface Finished extends Record<string, unknown> {
  tenantId: number;
  deviceSn: string;
  batterySn: string;
  ratedEnergy: number;
  socStart: number;
  socEnd: number;
  parts: Part[];
  figures: Record<string, unknown>;
}

/** Recomputes the figures of all finished tests. */
export async function recountTests(server: TestServer): Promise<{ stored: object; counted: object }[]> {
  const tests = await runSql<Finished>(
    server,
    `select r.tenant_id as "tenantId", d.device_sn as "deviceSn", d.battery_sn as "batterySn",
            t.rated_energy::float8 as "ratedEnergy", r.soc_start::float8 as "socStart", r.soc_end::float8 as "socEnd",
            r.parts, t.figures
       from factory_test_record t
       join charge_discharge_record r on r.tenant_id = t.tenant_id and r.record_id = t.id
       join factory_test_device d on d.tenant_id = t.tenant_id and d.id = t.device_id
      where t.test_result is not null order by t.tenant_id, t.id`,
  );
  const counted: { stored: object; counted: object }[] = [];
  for (const { parts, figures, ratedEnergy, socStart, socEnd, ...devices } of tests) {
    const points = await readPoints(server.app.services, devices, parts);
    const energies = countEnergies(parts, points);
    const again = figuresOf(parts, points, energies, { ratedEnergy, socStart, socEnd });
    counted.push({ stored: figures, counted: { ...again } });
  }
  return counted;
}
