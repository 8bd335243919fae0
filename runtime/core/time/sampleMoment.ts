const START = Date.parse('2026-11-21T08:30:00Z');
const DAY_MS = 86_400_000;

/** Returns an instant of a sample, each a day before the previous one. */
export const sampleMoment = (index: number): string => new Date(START - index * DAY_MS).toISOString();
