import { useT } from '../../runtime/kit/i18n/index.ts';
import texts from './texts.json';
import type { Unit } from './units.ts';

/** Names an inverter as its device, a string by its number behind it. */
export function useUnitName(): (unit: Unit) => string {
  const t = useT(texts);
  return ({ name, string }) =>
    string === null ? name : t('widget.generationUnits.string', { name, number: string });
}
