/** The units of a channel, with what is known of each from one read to the next. */
import type { Services } from '../../engine/context.ts';
import type { Fault } from './faults.ts';
import { type ModbusChannel, readUnits } from './plan.ts';
import { followPlan, type UnitState } from './readUnit.ts';

export interface Units {
  all(): UnitState[];
  get(deviceSn: string): UnitState | undefined;
  /** Devices or models may have changed. */
  doubt(): void;
  /** Looks them up where they are in doubt. */
  settle(channel: ModbusChannel): Promise<void>;
  /** The first one with a fault. */
  faulty(): { fault: Fault; unit: number } | null;
}

export function createUnits(db: Pick<Services['db'], 'tenant'>): Units {
  let isDoubted = true;
  let units = new Map<string, UnitState>();
  return {
    all: () => [...units.values()],
    get: (deviceSn) => units.get(deviceSn),
    doubt() {
      isDoubted = true;
    },
    async settle(channel) {
      if (!isDoubted) return;
      isDoubted = false;
      try {
        const plans = await readUnits(db, channel);
        units = new Map(plans.map((plan) => [plan.deviceSn, followPlan(plan, units.get(plan.deviceSn))]));
      } catch (error) {
        isDoubted = true;
        throw error;
      }
    },
    faulty() {
      for (const { fault, plan } of units.values()) if (fault !== null) return { fault, unit: plan.unit };
      return null;
    },
  };
}
