/** Converts saved energy to carbon dioxide and standard coal, and the carbon dioxide to trees. */
import type { Data } from '../../../generated/calls.ts';
import { sumExact } from '../../../runtime/core/numbers/sumExact.ts';
import { convertUnit } from '../../../runtime/core/numbers/unit.ts';
import type { CallContext } from '../../engine/context.ts';
import { openStation } from '../stations/open.ts';
import { checkWindow } from '../telemetry/read/needs.ts';
import { ENERGY_UNIT } from './electricity.ts';
import { type ContributionKind, type Factor, KINDS, readFactors } from './factors.ts';
import { type MeterContext, metersOfRole, readMeters } from './meters.ts';

type Answer = Data<'socialContribution'>;

/** Returns kg of carbon dioxide and coal, and a number of trees. Pure. */
export function contributionOf(
  energy: number | null,
  factors: Readonly<Record<ContributionKind, Factor>>,
): Answer['figures'] {
  const co2 = energy === null ? null : convertUnit(energy, factors.co2.value);
  const values: Record<ContributionKind, number | null> = {
    co2,
    coal: energy === null ? null : convertUnit(energy, factors.coal.value),
    tree: co2 === null ? null : convertUnit(co2, 1 / factors.tree.value),
  };
  return KINDS.map((kind) => {
    const { value: factor, source, year } = factors[kind];
    return { kind, value: values[kind], factor, source, year };
  });
}

interface ContributionQuery {
  stationSn: string;
  role: string;
  from: string;
  to: string;
}

export async function readSocialContribution(
  ctx: MeterContext & Pick<CallContext, 'lang'>,
  { stationSn, role, from, to }: ContributionQuery,
): Promise<Answer> {
  const { db, session } = ctx;
  const { station, factors } = await db.tenant(session.tenantId, async (trx) => ({
    station: await openStation(trx, ctx, { sn: stationSn }),
    factors: await readFactors(trx, ctx.lang),
  }));
  const window = checkWindow(Date.parse(from), Date.parse(to));
  const meters = await metersOfRole(ctx, station, role, ENERGY_UNIT);
  const zone = station.timeZone;
  const counted = await readMeters(ctx, meters, [window.from, window.to], { unit: ENERGY_UNIT, zone });
  const energy = sumExact([...counted.values()].map(([value = null]) => value));
  return { energy, meters: meters.length, figures: contributionOf(energy, factors) };
}
