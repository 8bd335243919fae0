import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/**
 * The registry of the process. Parts register their metrics by name. A second call with the same name returns the same
 * metric, because several servers may run in one process (tests).
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

/** Runs before every scrape, for gauges that are read rather than counted. Returns a function that ends it. */
export function metricsOnCollect(collect: () => void): () => void {
  collectors.add(collect);
  return () => void collectors.delete(collect);
}

export async function metricsText(): Promise<string> {
  for (const collect of collectors) collect();
  return registry.metrics();
}
