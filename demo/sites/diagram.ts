/** Creates the wiring diagram of a demo station from its devices. The breakers are the ones of the switchgear. */
import { draftDiagram } from '../../runtime/core/diagram/draft.ts';
import type { SourceLang } from '../../runtime/core/text/lang.ts';
import type { Row } from '../../server/platform/db/tables/anyTable.ts';
import { SWITCHGEAR } from '../simulator/catalogue.ts';
import { siteDevices } from './devices.ts';
import type { DemoStation } from './sites.ts';

const NAME = { zh: '一次接线图', en: 'Single-line diagram' };
const SPARE = { zh: '备用', en: 'Spare' };
/** The number of a feeder's breaker in the switchgear, by its device. */
const BREAKERS: Readonly<Record<string, number>> = { INV1: 2, INV2: 3, PCS: 4, LOAD: 5 };
const SUPPLY = 1;
const SPARE_BREAKER = 6;

export function demoDiagram({ site }: DemoStation, lang: SourceLang): Row {
  const devices = siteDevices(site, lang).map(({ suffix, name, device }) => ({
    ...{ sn: `${site.sn}-${suffix}`, name, type: device.type },
    variables: device.variables.map(({ code, unit }) => ({ sn: `${site.sn}-${suffix}-${code}`, code, unit })),
  }));
  const { symbols, wires } = draftDiagram(devices, lang);
  const stateOf = (breaker: number) => `${site.sn}-${SWITCHGEAR}-qf${breaker}`;
  const fed = new Map(wires.map(({ from, to }) => [from, to]));
  const bound = symbols.map((symbol) => {
    if (symbol.kind !== 'breaker') return symbol;
    const device = symbols.find(({ key }) => key === fed.get(symbol.key))?.deviceSn;
    const breaker = device ? BREAKERS[device.slice(site.sn.length + 1)] : SUPPLY;
    return breaker ? { ...symbol, stateSn: stateOf(breaker), closedValue: 1 } : symbol;
  });
  const busbar = symbols.find(({ kind }) => kind === 'busbar')!;
  const x = busbar.x + (busbar.length ?? 0) + 120;
  const spare = { key: 'QF9', kind: 'breaker', name: `QF9 ${SPARE[lang]}`, stateSn: stateOf(SPARE_BREAKER) };
  const longer = { ...busbar, length: (busbar.length ?? 0) + 140 };
  return {
    ...{ stationSn: site.sn, name: NAME[lang] },
    symbols: JSON.stringify([
      ...bound.map((symbol) => (symbol.key === busbar.key ? longer : symbol)),
      { ...spare, x, y: busbar.y + 60, closedValue: 1 },
    ]),
    wires: JSON.stringify([
      ...wires,
      { from: busbar.key, fromPort: ((x + 20 - busbar.x) / 20) * 2 + 1, to: spare.key, toPort: 0 },
    ]),
  };
}
