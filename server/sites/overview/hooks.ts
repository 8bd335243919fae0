import type { EntityHooks } from '../../engine/hooks.ts';
import type { Trx } from '../../platform/db/index.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { carryRules, rulesNaming } from '../alarms/hooks.ts';
import { checkFormula, keepFormula } from '../telemetry/calculation/formulaCheck.ts';
import { generateToken } from '../telemetry/catalog/deviceToken.ts';
import { adoptModels } from './adoptModels.ts';

/** Deletes a station with everything that belongs only to it. Its devices must be moved or deleted first. */
const deleteStation: EntityHooks['beforeDelete'] = async (before, { trx, carry }) => {
  const sn = String(before.sn);
  const { count } = await trx
    .selectFrom('device')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('stationSn', '=', sn)
    .executeTakeFirstOrThrow();
  if (count > 0) throw new AppError('station.hasDevices', { count });
  for (const table of ['siteKanban', 'siteKanbanVersion'] as const)
    await carry(table, (eb) =>
      eb.or([
        eb('stationSn', '=', sn),
        eb('boardId', 'in', eb.selectFrom('board').select('id').where('stationSn', '=', sn)),
      ]),
    );
  for (const lines of ['worksheetTask', 'worksheetDoItem'] as const)
    await carry(lines, (eb) =>
      eb('sheetId', 'in', eb.selectFrom('siteWorksheet').select('id').where('stationSn', '=', sn)),
    );
  const owned = [
    'alarmSuppression',
    'alarmEscalation',
    'alarm',
    'alarmGenerater',
    'alarmTask',
    'board',
    'controlCommand',
    'siteWorksheet',
    'ipc',
    'stationCapacity',
    'stationChargeConfig',
    'settlePrice',
    'dayPrice',
    'energyLabel',
    'historyReport',
    'qualityThreshold',
    'reportGroup',
  ] as const;
  for (const table of owned) await carry(table, (eb) => eb('stationSn', '=', sn));
};

/** Deletes a device with its variables and alarm rules. Its alarms remain as history. */
const deleteDevice: EntityHooks['beforeDelete'] = async (before, { trx, carry }) => {
  const sn = String(before.sn);
  const variables = await trx.selectFrom('deviceVariable').select('sn').where('deviceSn', '=', sn).execute();
  const naming = await rulesNaming(
    trx,
    variables.flatMap((variable) => variable.sn ?? []),
  );
  await carry('alarmSuppression', (eb) => eb('deviceSn', '=', sn));
  await carryRules(carry, (eb) =>
    eb.or([
      eb('deviceSn', '=', sn),
      eb('variableSn', 'in', eb.selectFrom('deviceVariable').select('sn').where('deviceSn', '=', sn)),
      naming(eb),
    ]),
  );
  await carry('deviceVariable', (eb) => eb('deviceSn', '=', sn));
};

const deleteVariable: EntityHooks['beforeDelete'] = async (before, { trx, carry }) => {
  const sn = String(before.sn);
  await keepFormula(trx, sn);
  const naming = await rulesNaming(trx, [sn]);
  await carryRules(carry, (eb) => eb.or([eb('variableSn', '=', sn), naming(eb)]));
};

/** Moves the alarm rules of a device that is moved to another station. */
async function followRules(trx: Trx, deviceSn: string, stationSn: string): Promise<void> {
  const variables = trx.selectFrom('deviceVariable').select('sn').where('deviceSn', '=', deviceSn);
  await trx
    .updateTable('alarmGenerater')
    .set({ stationSn })
    .where((eb) => eb.or([eb('variableSn', 'in', variables), eb('deviceSn', '=', deviceSn)]))
    .execute();
  await trx.updateTable('alarmSuppression').set({ stationSn }).where('deviceSn', '=', deviceSn).execute();
}

/** Hooks of the generic actions on stations, devices and variables. They run in the same transaction. */
export const siteHooks = {
  station: { beforeDelete: deleteStation },
  device: {
    beforeCreate: (values) => ({ ...values, token: generateToken() }),
    async beforeUpdate(values, before, { trx }) {
      if (values.stationSn !== before.stationSn)
        await followRules(trx, String(before.sn), String(values.stationSn));
      return values;
    },
    written: adoptModels,
    beforeDelete: deleteDevice,
  },
  deviceVariable: {
    beforeCreate: (values, { trx }) =>
      checkFormula(trx, {
        ...values,
        sn: values.sn ?? `${String(values.deviceSn)}-${String(values.code)}`,
      }),
    beforeUpdate: (values, before, { trx }) =>
      checkFormula(trx, { ...values, sn: before.sn }, before.formula),
    beforeDelete: deleteVariable,
  },
} satisfies Record<string, EntityHooks>;
