/** A fault: what it does, and what it found. */
export interface Scenario {
  title: string;
  /** Answers what happened, in a sentence; throws `Breach` when anything is not as it has to be. */
  run(options: { kills: number }): Promise<string>;
}

/** A promise of the product that was broken, said for each one apart. */
export class Breach extends Error {
  override name = 'Breach';
}

/** The machine cannot do what the scenario needs. */
export class Skipped extends Error {
  override name = 'Skipped';
}

export function throwBreach(wrong: readonly string[]): void {
  if (wrong.length > 0) throw new Breach(wrong.join('\n'));
}
