const START = Date.parse('2026-11-21T08:30:00Z');
const DAY_MS = 86_400_000;

/** An instant of a sample, a day earlier from one to the next. */
export const sampleMoment = (index: number): string => new Date(START - index * DAY_MS).toISOString();
