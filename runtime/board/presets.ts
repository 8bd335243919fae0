/** Presets on the station at hand: each with the variables that it finds there. */
import type { DashboardDocument, DashboardPreset } from '../../generated/definition.ts';
import { call } from '../api/client.ts';
import { configVariables, fillPreset, presetFit } from '../core/document/preset.ts';
import { preset_resolve, type StationVariable } from '../core/presetRoles.ts';

/** A preset is offered where the station can fill at least this part of it. */
const WORTH_OFFERING = 0.3;

export async function station_variables(stationSn: string): Promise<StationVariable[]> {
  const devices = await call('stationDevices', { path: { stationSn } }, { quiet: true });
  if (devices.length === 0) return [];
  const deviceSns = devices.map(({ sn }) => sn).join(',');
  const known = await call('deviceVariablesOfDevices', { query: { deviceSns } }, { quiet: true });
  const types = new Map(devices.map(({ sn, type }) => [sn, type]));
  return known.flatMap(({ deviceSn, variables }) =>
    variables.map(({ sn, code, unit }) => ({
      sn,
      code,
      unit,
      deviceSn,
      deviceType: types.get(deviceSn) ?? '',
    })),
  );
}

const names = (variables: readonly StationVariable[]) => new Set(variables.map(({ sn }) => sn));

const names_variables = ({ widgets }: DashboardDocument) =>
  widgets.some(({ config }) => configVariables(config).length > 0);

export interface Offer {
  preset: DashboardPreset;
  document: DashboardDocument;
  fit: number;
}

/** The presets that fit this station, the best first, already filled with its variables. */
export function preset_offers(
  presets: readonly DashboardPreset[],
  stationSn: string,
  variables: readonly StationVariable[],
): Offer[] {
  const known = names(variables);
  return presets
    .map((preset) => {
      const document = preset_resolve(preset.document, variables);
      // What names no variable opens on any station, after what fits this one.
      const fit = names_variables(document) ? presetFit(document, stationSn, known) : WORTH_OFFERING;
      return { preset, document, fit };
    })
    .filter(({ fit }) => fit >= WORTH_OFFERING)
    .sort((a, b) => b.fit - a.fit)
    .map((offer) => ({ ...offer, document: fillPreset(offer.document, stationSn, known) }));
}
