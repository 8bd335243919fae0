/** Controls that use records. They depend on forms, so they are set at start to avoid circular imports. */
import type { WidgetProps } from '@rjsf/utils';
import type { ComponentType } from 'react';

type Load = () => Promise<ComponentType<WidgetProps>>;
type LaterControl = 'statistic' | 'records';

const loads = new Map<LaterControl, Load>();

/** Sets a control, once before the first form renders. */
export function setControl(name: LaterControl, load: Load): void {
  loads.set(name, load);
}

export function loadControl(name: LaterControl): ReturnType<Load> {
  const load = loads.get(name);
  if (!load) throw new Error(`setControl was not called: nothing says how ${name} is chosen`);
  return load();
}
