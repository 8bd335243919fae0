/** Presets for the selected station, filled with its variables. */
import type { BoardWidget, DashboardDocument, DashboardPreset } from '../../../generated/definition.ts';
import { isByMeaning, resolvePreset, type StationVariable } from '../../core/access/presetRoles.ts';
import { configVariables, fillPreset, ratePreset } from '../../core/document/preset.ts';
import { call } from '../../kit/api/client.ts';

/** The rank of a preset without variables among the other presets. */
const NEUTRAL_FIT = 0.3;

export async function stationVariables(stationSn: string): Promise<StationVariable[]> {
  const devices = await call('stationDevices', { path: { stationSn } }, { quiet: true });
  if (devices.length === 0) return [];
  const deviceSns = devices.map(({ sn }) => sn).join(',');
  const variablesOf = await call('deviceVariablesOfDevices', { query: { deviceSns } }, { quiet: true });
  const types = new Map(devices.map(({ sn, type }) => [sn, type]));
  return variablesOf.flatMap(({ deviceSn, deviceName, variables }) =>
    variables.map(({ sn, code, unit }) => ({
      sn,
      code,
      unit,
      deviceSn,
      deviceName,
      deviceType: types.get(deviceSn) ?? '',
    })),
  );
}

const names = (variables: readonly StationVariable[]) => new Set(variables.map(({ sn }) => sn));

const namesVariables = ({ widgets }: DashboardDocument) =>
  widgets.some(({ config }) => configVariables(config).length > 0);

export interface Offer {
  preset: DashboardPreset;
  document: DashboardDocument;
  fit: number;
  /** The widgets of the preset whose variables are missing on this station, completely or partly. */
  missing: BoardWidget[];
}

function widgetsMissing(preset: DashboardDocument, { widgets }: DashboardDocument): BoardWidget[] {
  const shown = new Map(widgets.map(({ id, config }) => [id, configVariables(config).length]));
  return preset.widgets.filter(({ id, config }) => shown.get(id) !== configVariables(config).length);
}

/** Returns every preset that has content for this station, filled with its variables, the best match first. */
export function presetOffers(
  presets: readonly DashboardPreset[],
  stationSn: string,
  variables: readonly StationVariable[],
): Offer[] {
  const namesHere = names(variables);
  return presets
    .filter(({ offered }) => offered !== false)
    .map((preset) => {
      const resolved = resolvePreset(preset.document, variables);
      // A preset without variables suits every station. It is ranked after presets that match this station.
      const fit = namesVariables(resolved) ? ratePreset(resolved, stationSn, namesHere) : NEUTRAL_FIT;
      const document = fillPreset(resolved, stationSn, namesHere);
      return { preset, document, fit, missing: widgetsMissing(preset.document, document) };
    })
    .filter(({ preset, fit }) => fit > 0 || isByMeaning(preset.document))
    .sort((a, b) => b.fit - a.fit);
}
