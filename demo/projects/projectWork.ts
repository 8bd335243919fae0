import type { Person } from '../business/sellers.ts';
import type { Maker, SalesAsked } from '../maker.ts';

/** The people who make the projects of the demo, and what they use. */
export interface ProjectWork {
  asked: SalesAsked;
  /** Leads the projects. */
  leader: Person;
  people: readonly Person[];
  as(person: Person): Maker;
  /** A second person, who decides. */
  head: Maker;
  lead: Maker;
  picture: string;
}
