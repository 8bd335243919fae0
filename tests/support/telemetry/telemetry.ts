import type { Services } from '../../../server/engine/context.ts';
import { storeToken } from '../../../server/sites/telemetry/catalog/deviceToken.ts';
import type { VariableKind } from '../../../server/sites/telemetry/types.ts';

export interface SeededVariable {
  code: string;
  kind?: VariableKind;
  dataType?: 'number' | 'boolean' | 'text';
  scale?: number;
  offset?: number;
  unit?: string;
  writable?: boolean;
}

export interface SeededSite {
  tenantId: number;
  station: string;
  zone: string;
  device: string;
  token: string;
  variables?: readonly SeededVariable[];
  deviceZone?: string;
  autoVariables?: boolean;
  enabled?: boolean;
  gateway?: boolean;
}

/** Writes a station with one device and its variables directly into the database. */
export async function seedSite(
  {
    app: {
      services: { db, vault },
    },
  }: { app: { services: Pick<Services, 'db' | 'vault'> } },
  site: SeededSite,
): Promise<void> {
  const { tenantId } = site;
  await db.system(async (trx) => {
    await trx
      .insertInto('station')
      .values({ tenantId, sn: site.station, name: site.station, timeZone: site.zone })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await trx
      .insertInto('device')
      .values({
        tenantId,
        sn: site.device,
        name: site.device,
        stationSn: site.station,
        type: 'meter',
        ...storeToken(vault, tenantId, site.token),
        timeZone: site.deviceZone ?? null,
        autoVariables: site.autoVariables ?? true,
        enabled: site.enabled ?? true,
        gateway: site.gateway ?? false,
      })
      .execute();
    for (const {
      code,
      kind = 'gauge',
      dataType = 'number',
      scale = 1,
      offset = 0,
      unit = '',
      writable = false,
    } of site.variables ?? []) {
      const sn = `${site.device}-${code}`;
      await trx
        .insertInto('deviceVariable')
        .values({
          tenantId,
          sn,
          deviceSn: site.device,
          code,
          name: code,
          kind,
          dataType,
          scale,
          offset,
          unit,
          writable,
        })
        .execute();
    }
  });
}

/** Sends a message of a device over HTTP. */
export async function sendTelemetry(url: string, token: string, message: unknown): Promise<Response> {
  return fetch(`${url}/api/v1/${token}/telemetry`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'accept-language': 'en' },
    body: typeof message === 'string' ? message : JSON.stringify(message),
  });
}
