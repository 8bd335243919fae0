import type { Calls } from '../../generated/calls.ts';
import { type PricePer, readPriceFile } from '../connectors/csv/priceFile.ts';
import { engineContext } from '../engine/access/engine.ts';
import type { HandlerContext } from '../engine/context.ts';
import { turnOf } from '../engine/turn.ts';
import { checkZone } from '../http/zone.ts';
import { AppError } from '../platform/errors/errors.ts';
import { runInTurn } from '../platform/worker/turns.ts';
import { groupPricesByDay, keepDays } from '../sites/energy/dayPriceImport.ts';
import { openStation } from '../sites/stations/open.ts';

export const dayPriceCalls = {
  async dayPriceImport({ files, fields }, context) {
    const { stationSn = '', chargeType = 'energy', zone, per = 'MWh' } = fields;
    const upload = files.find(({ field }) => field === 'file');
    if (!upload) throw new AppError('http.invalid', {}, { field: '/file' });
    const station = await context.db.tenant(context.session.tenantId, (trx) =>
      openStation(trx, context, { sn: stationSn }),
    );
    const options = zone === undefined ? {} : { zone: checkZone(zone, '/zone') };
    const usual = { zone: station.timeZone, per: per as PricePer };
    const file = await runInTurn(turnOf(context, 'table'), () => readPriceFile(upload.path, options, usual));
    const { days, incomplete } = groupPricesByDay(file.prices, station.timeZone);
    const [first, last] = [days[0]?.day, days.at(-1)?.day];
    if (first === undefined || last === undefined)
      throw new AppError('energy.noDays', {}, { field: '/file' });
    if (fields.dryRun !== 'true')
      await keepDays(
        engineContext(context),
        { stationSn, chargeType, per: file.per, currency: file.currency },
        days,
      );
    const prices = days.reduce((sum, day) => sum + day.prices.length, 0);
    return {
      ...{ days: days.length, first, last, prices, incomplete },
      ...{ zone: file.zone, column: file.column, per: file.per },
    };
  },
} satisfies Partial<Calls<HandlerContext>>;
