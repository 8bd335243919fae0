/** Controls that use records and are above forms. They are set from outside instead of imported. */
import type { WidgetProps } from '@rjsf/utils';
import type { ComponentType } from 'react';

type Load = () => Promise<ComponentType<WidgetProps>>;
type LaterControl = 'statistic' | 'records';

const loads = new Map<LaterControl, Load>();

/** Sets a control. It is called once, before the first form is drawn. */
export function setControl(name: LaterControl, load: Load): void {
  loads.set(name, load);
}

export function loadControl(name: LaterControl): ReturnType<Load> {
  const load = loads.get(name);
  if (!load) throw new Error(`setControl was not called: nothing says how ${name} is chosen`);
  return load();
}
