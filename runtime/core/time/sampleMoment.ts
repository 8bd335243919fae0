const START = Date.parse('2026-11-21T08:30:00Z');
const DAY_MS = 86_400_000;

/** Returns the instant of a sample. Each index is one day earlier. */
export const sampleMoment = (index: number): string => new Date(START - index * DAY_MS).toISOString();
