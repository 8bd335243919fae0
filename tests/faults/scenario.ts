/** A fault, with its test and its result. */
export interface Scenario {
  title: string;
  /** Returns the result in a sentence. Throws `Breach` if anything is wrong. */
  run(options: { kills: number }): Promise<string>;
}

/** The product broke a promise. Each breach is described separately. */
export class Breach extends Error {
  override name = 'Breach';
}

/** The machine lacks something that the scenario needs. */
export class Skipped extends Error {
  override name = 'Skipped';
}

export function throwBreach(wrong: readonly string[]): void {
  if (wrong.length > 0) throw new Breach(wrong.join('\n'));
}
