/** Creates the missing stations, devices and variables of a mapping through the API. */

import { dashboardRegistry } from '../../../../runtime/core/definitions/dashboards.ts';
import { fillPreset } from '../../../../runtime/core/document/preset.ts';
import type { Lang } from '../../../../runtime/core/text/lang.ts';
import { type ApiClient, ClientError } from '../../http/client.ts';
import { CommandError } from '../../http/command.ts';
import { say } from '../../http/commandOutput.ts';
import { labelText, type MappedFile, type MappedStation, type Mapping } from '../mapping.ts';
import { listVariables } from './import.ts';

async function found<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ClientError && error.status === 404) return null;
    throw error;
  }
}

/**
 * Returns the number of the station. `sn` of the command line overrides the mapping. `isThere` is true if the station
 * exists.
 */
export async function findStation(
  client: ApiClient,
  { station }: Mapping,
  sn: string | undefined,
): Promise<{ sn: string; isThere: boolean }> {
  const stationSn = sn ?? station?.sn;
  if (!stationSn) throw new CommandError(say('noStationGiven'));
  const existing = await found(client.call('stationDetails', { path: { sn: stationSn } }));
  if (!existing && !station) throw new CommandError(say('noStation', { sn: stationSn }));
  return { sn: stationSn, isThere: existing !== null };
}

/** `made` is true if this call created the station. */
export async function ensureStation(
  client: ApiClient,
  mapping: Mapping,
  sn: string | undefined,
  lang: Lang,
): Promise<{ sn: string; made: boolean }> {
  const { sn: stationSn, isThere } = await findStation(client, mapping, sn);
  if (isThere || !mapping.station) return { sn: stationSn, made: false };
  const { name, sn: _sn, dashboard, ...rest } = mapping.station satisfies MappedStation;
  await client.call('stationCreate', { body: { ...rest, sn: stationSn, name: labelText(name, lang) } });
  if (dashboard) await makeBoard(client, stationSn, dashboard);
  return { sn: stationSn, made: true };
}

/** Creates the first board of a new station from a preset. */
async function makeBoard(client: ApiClient, stationSn: string, preset: string): Promise<void> {
  const definition = dashboardRegistry.get(preset);
  if (!definition) throw new CommandError(say('noPreset', { preset }));
  const document = fillPreset(definition.document, stationSn);
  await client.call('kanbanSave', { body: { stationSn, document, version: 0 } });
}

/** Returns the device's access token. Creates the device if there is none. */
export async function ensureDevice(
  client: ApiClient,
  file: MappedFile,
  stationSn: string,
  lang: Lang,
): Promise<string> {
  const { name, ...device } = file.device;
  const existing =
    (await found(client.call('deviceBySn', { path: { id: device.sn } }))) ??
    (await client.call('deviceCreate', { body: { ...device, name: labelText(name, lang), stationSn } }));
  const other = existing.stationSn ?? '';
  if (other !== stationSn) {
    const { sn } = device;
    throw new CommandError(say('otherStation', { sn, other, station: stationSn }));
  }
  if (!existing.token) throw new CommandError(say('noToken'));
  return existing.token;
}

export async function makeVariables(client: ApiClient, file: MappedFile, lang: Lang): Promise<void> {
  const deviceSn = file.device.sn;
  const variables = await client.call('deviceVariablesOfDevice', { path: { deviceSn } });
  const codes = new Set(variables.map(({ code }) => code));
  for (const variable of listVariables(file, deviceSn, lang)) {
    if (codes.has(variable.code)) continue;
    const kind = variable.kind ?? 'gauge';
    await client.call('deviceVariableCreate', {
      body: { ...variable, kind, sn: `${deviceSn}-${variable.code}`, deviceSn },
    });
  }
}
