import type { Person } from '../business/sellers.ts';
import type { Maker, SalesAsked } from '../maker.ts';

/** The users who create the demo's projects, and the services that they use. */
export interface ProjectWork {
  asked: SalesAsked;
  /** Leads the projects. */
  leader: Person;
  people: readonly Person[];
  as(person: Person): Maker;
  /** A second user, who decides. */
  head: Maker;
  lead: Maker;
  picture: string;
}
