/** Serves the read-only board that a page builds from a preset with the station's variables. */
import type { BoardServer } from '../document/boardStore.ts';

/**
 * Loads a preset, filled with the station. The presets are large, so they are loaded with the first page that
 * shows one.
 */
const fill = async (name: string, stationSn: string) =>
  (await import('./filledPreset.ts')).filledPreset(name, stationSn);

export const presetServer = (name: string, stationSn: string): BoardServer => ({
  known: () => null,
  load: async () => ({
    document: await fill(name, stationSn),
    ...{ version: 0, updatedBy: null, updatedAt: null, note: null },
    ...{ anyStation: false, mayEdit: false },
  }),
  save: () => Promise.reject(new Error('users cannot change a preset')),
});
