/** Reads the configuration of channels from the database: hosts, devices, and the registers of the devices' models. */
import { sql } from 'kysely';
import type { Database } from '../../platform/db/index.ts';
import type { Register } from './registers.ts';

export interface ModbusChannel {
  tenantId: number;
  id: number;
  sn: string;
  host: string;
  port: number;
  /** Time between two reads, in seconds. */
  period: number;
  /** The address of the first register in the models: 0 or 1. */
  first: number;
}

/** A device as a unit of a channel. */
export interface Unit {
  deviceSn: string;
  unit: number;
  registers: readonly Register[];
  /** True if the model has a register with an impossible address. */
  isMisplaced: boolean;
}

/** Returns the enabled channels with a host, of all tenants. */
export async function readChannels(db: Pick<Database, 'system'>): Promise<ModbusChannel[]> {
  const { rows } = await db.system((trx) =>
    sql<ModbusChannel>`
      select tenant_id, id::int4 as id, sn, host, coalesce(port, 502)::int4 as port,
             coalesce(period, 5)::int4 as period, case when first_register = 'one' then 1 else 0 end as first
        from channel
       where protocol = 'modbus' and enabled is not false and host is not null
       order by tenant_id, id`.execute(trx),
  );
  return rows;
}

type Row = Register & Pick<Unit, 'deviceSn' | 'unit'>;

const LAST_ADDRESS = 65_535;

/** Returns the devices of a channel, sorted by unit. Each has the registers for which it has a variable. */
export async function readUnits(
  db: Pick<Database, 'tenant'>,
  { tenantId, sn, first }: Pick<ModbusChannel, 'tenantId' | 'sn' | 'first'>,
): Promise<Unit[]> {
  const { rows } = await db.tenant(tenantId, (trx) =>
    sql<Row>`
      select d.sn as device_sn, coalesce(d.modbus_unit, 1)::int4 as unit, r.code, r.area,
             (r.address - ${first}::int4)::int4 as address, coalesce(r.encoding, 'u16') as encoding,
             coalesce(r.byte_order, 'abcd') as byte_order, coalesce(r.bit, 0)::int4 as bit,
             coalesce(r.writable, false) as writable, (r.scale_address - ${first}::int4)::int4 as scale_address
        from device d
        join device_model_register r on r.tenant_id = d.tenant_id and r.model_id = d.model_id
        join device_variable v on v.tenant_id = d.tenant_id and v.device_sn = d.sn and v.code = r.code
       where d.tenant_id = ${tenantId} and d.channel_sn = ${sn} and d.enabled is not false
         and r.area is not null and r.address is not null and v.enabled is not false and v.formula is null
       order by unit, d.sn, r.position`.execute(trx),
  );
  return [...Map.groupBy(rows, ({ deviceSn }) => deviceSn)].map(([deviceSn, ofDevice]) => {
    const registers = ofDevice.map(({ deviceSn: _, unit: _unit, ...register }) => register);
    const isThere = (address: number) => address >= 0 && address <= LAST_ADDRESS;
    const placed = registers.filter(
      ({ address, scaleAddress }) => isThere(address) && (scaleAddress === null || isThere(scaleAddress)),
    );
    const { unit } = ofDevice[0]!;
    return { deviceSn, unit, registers: placed, isMisplaced: placed.length < registers.length };
  });
}
