import type { Person } from '../business/sellers.ts';
import { DAY_MS, dayOf, type Maker, type SeedContext } from '../maker.ts';

/** The users who create the demo's projects, and the services that they use. */
export interface ProjectWork {
  asked: SeedContext;
  /** Leads the projects. */
  leader: Person;
  people: readonly Person[];
  as(person: Person): Maker;
  /** A second user, who decides. */
  head: Maker;
  lead: Maker;
  picture: string;
}

/** Returns the day that is this number of days after today. */
export const dayAt = ({ asked: { now } }: ProjectWork, days: number): string => dayOf(now + days * DAY_MS);
