/** Returns the notes below a bill: the source of demand and power factor, and missing data. */
import {
  formatMoment,
  formatMoney,
  formatNumber,
  formatQuantity,
} from '../../runtime/core/numbers/format.ts';
import { useT } from '../../runtime/kit/i18n/index.ts';
import type { Bill } from './month.ts';
import texts from './texts.json';

const POWER = { decimals: 3 };
const ENERGY = { decimals: 1 };
const FACTOR = { decimals: 2 };

const kW = (power: number | null) => formatQuantity(power, 'kW', POWER);

export function useNotes({ month, timeZone, over, demand, lines, powerFactor, falls }: Bill): string[] {
  const t = useT(texts);
  const at = (moment: string | null) => formatMoment(moment, 'minute', timeZone);
  const currency = lines.find(({ kind }) => kind === 'demand')?.currency ?? undefined;
  const notes = [
    t('widget.stationBill.month', { month, zone: timeZone }) +
      (over ? '' : ` · ${t('widget.stationBill.running')}`),
  ];
  if (demand) {
    const { highest, holes, quarters, saved, alone } = demand;
    notes.push(
      highest === null
        ? t('widget.stationBill.unknown')
        : t('widget.stationBill.highest', { power: kW(highest), at: at(demand.at) }),
    );
    if (holes > 0 && highest !== null)
      notes.push(
        t('widget.stationBill.holes', { holes: formatNumber(holes), quarters: formatNumber(quarters) }),
      );
    for (const { ratchet } of lines) {
      if (!ratchet) continue;
      const { months, percent, incomplete } = ratchet;
      const known = {
        ...{ floor: kW(ratchet.floor), highest: kW(ratchet.highest), at: at(ratchet.at) },
        percent: formatQuantity(percent, '%'),
      };
      const note =
        ratchet.floor === null
          ? t('widget.stationBill.noFloor', { months })
          : t('widget.stationBill.floor', { months, ...known });
      const missing = incomplete > 0 ? ` · ${t('widget.stationBill.incomplete', { incomplete })}` : '';
      notes.push(note + missing);
    }
    if (saved !== null)
      notes.push(
        t(saved < 0 ? 'widget.stationBill.raised' : 'widget.stationBill.saved', {
          ...{ saved: kW(Math.abs(saved)), alone: kW(alone), at: at(demand.aloneAt) },
          amount: formatMoney(demand.savedAmount?.replace('-', ''), currency),
        }),
      );
  }
  if (powerFactor)
    notes.push(
      powerFactor.factor === null
        ? t('widget.stationBill.noReactive')
        : t('widget.stationBill.factor', {
            factor: formatNumber(powerFactor.factor, FACTOR),
            agreed: formatNumber(powerFactor.agreed, FACTOR),
            active: formatQuantity(powerFactor.active, 'kWh', ENERGY),
            reactive: formatQuantity(powerFactor.reactive, 'kvarh', ENERGY),
          }),
    );
  if (falls > 0) notes.push(t('widget.stationBill.falls', { count: falls }));
  return notes;
}
