import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/**
 * The registry of the process. Modules register their metrics by name. A second registration of a name returns the
 * existing metric, because several servers may run in one process (tests).
 */
export const registry = new Registry();
collectDefaultMetrics({ register: registry });

function metric<M>(name: string, make: () => M): M {
  return (registry.getSingleMetric(name) as M | undefined) ?? make();
}

export function counter<L extends string = never>(
  name: string,
  help: string,
  labelNames: L[] = [],
): Counter<L> {
  return metric(name, () => new Counter({ name, help, labelNames, registers: [registry] }));
}

export function gauge<L extends string = never>(name: string, help: string, labelNames: L[] = []): Gauge<L> {
  return metric(name, () => new Gauge({ name, help, labelNames, registers: [registry] }));
}

export function histogram<L extends string = never>(
  name: string,
  help: string,
  labelNames: L[] = [],
  buckets: number[] = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
): Histogram<L> {
  return metric(name, () => new Histogram({ name, help, labelNames, buckets, registers: [registry] }));
}

const collectors = new Set<() => void>();

/**
 * Registers a callback that runs before every scrape, for gauges with computed values. Returns a function that
 * unregisters it.
 */
export function metricsOnCollect(collect: () => void): () => void {
  collectors.add(collect);
  return () => void collectors.delete(collect);
}

export async function metricsText(): Promise<string> {
  for (const collect of collectors) collect();
  return registry.metrics();
}
