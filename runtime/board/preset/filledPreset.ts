import type { DashboardDocument } from '../../../generated/definition.ts';
import { resolvePreset } from '../../core/access/presetRoles.ts';
import { dashboardRegistry } from '../../core/definitions/dashboards.ts';
import { fillPreset } from '../../core/document/preset.ts';
import { stationVariables } from './presets.ts';

/** Returns the preset for a station, without widgets whose variables the station lacks. */
export async function filledPreset(name: string, stationSn: string): Promise<DashboardDocument> {
  const preset = dashboardRegistry.get(name);
  if (!preset) throw new Error(`there is no preset ${name}`);
  const variables = await stationVariables(stationSn);
  const names = new Set(variables.map(({ sn }) => sn));
  return fillPreset(resolvePreset(preset.document, variables), stationSn, names);
}
