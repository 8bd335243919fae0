/** The units of a channel with their states, which are kept between reads. */
import type { Services } from '../../engine/context.ts';
import type { Fault } from './faults.ts';
import { type ModbusChannel, readUnits } from './plan.ts';
import { followPlan, type UnitState } from './readUnit.ts';

export interface Units {
  all(): UnitState[];
  get(deviceSn: string): UnitState | undefined;
  /** Marks the units as outdated, because devices or models may have changed. */
  doubt(): void;
  /** Reads the units again if they are outdated. */
  settle(channel: ModbusChannel): Promise<void>;
  /** Returns the first unit with a fault. Null if there is none. */
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
