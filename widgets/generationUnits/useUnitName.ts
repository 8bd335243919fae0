import { useT } from '../../runtime/kit/i18n/index.ts';
import texts from './texts.json';
import type { Unit } from './units.ts';

/** Returns a function that names a unit: an inverter by its device, a string by device and number. */
export function useUnitName(): (unit: Unit) => string {
  const t = useT(texts);
  return ({ name, string }) =>
    string === null ? name : t('widget.generationUnits.string', { name, number: string });
}
