/** What energy spared: carbon dioxide and standard coal by its amount, trees by the carbon dioxide. */
import type { Data } from '../../generated/calls.ts';
import { unit_convert } from '../../runtime/core/unit.ts';
import { openStation } from '../stations/open.ts';
import { values_sum } from '../stations/photovoltaic.ts';
import { window_check } from '../telemetry/needs.ts';
import { ENERGY_UNIT } from './electricity.ts';
import { type ContributionKind, type Factor, factors_read, KINDS } from './factors.ts';
import { type MeterContext, meters_ofRole, meters_read } from './meters.ts';

type Answer = Data<'socialContribution'>;

/** kg of carbon dioxide and coal, and trees. Pure. */
export function contribution_of(
  energy: number | null,
  factors: Readonly<Record<ContributionKind, Factor>>,
): Answer['figures'] {
  const co2 = energy === null ? null : unit_convert(energy, factors.co2.value);
  const values: Record<ContributionKind, number | null> = {
    co2,
    coal: energy === null ? null : unit_convert(energy, factors.coal.value),
    tree: co2 === null ? null : unit_convert(co2, 1 / factors.tree.value),
  };
  return KINDS.map((kind) => {
    const { value: factor, source, year } = factors[kind];
    return { kind, value: values[kind], factor, source, year };
  });
}

interface Asked {
  stationSn: string;
  role: string;
  from: string;
  to: string;
}

export async function social_contribution(
  ctx: MeterContext,
  { stationSn, role, from, to }: Asked,
): Promise<Answer> {
  const { db, session } = ctx;
  const { station, factors } = await db.tenant(session.tenantId, async (trx) => ({
    station: await openStation(trx, ctx, { sn: stationSn }),
    factors: await factors_read(trx),
  }));
  const window = window_check(Date.parse(from), Date.parse(to));
  const meters = await meters_ofRole(ctx, station, role, ENERGY_UNIT);
  const zone = station.timeZone;
  const counted = await meters_read(ctx, meters, [window.from, window.to], { unit: ENERGY_UNIT, zone });
  const energy = values_sum([...counted.values()].map(([value = null]) => value));
  return { energy, meters: meters.length, figures: contribution_of(energy, factors) };
}
