/** Figures of benches, and when they are good enough. */

export interface Figure {
  value: number;
  /** Without one, a figure is only told. */
  goal?: number;
  /** Decides which figures are good: high ones, or low ones. */
  better: 'more' | 'less';
}

/** A figure beside another one of the same run: it says the same on any machine. */
export interface Ratio extends Figure {
  /** Differs from those of the other ratios of its bench. */
  name: string;
}

/** A ratio is worse than before from this share on; below it, two runs differ by chance. */
const WORSE = 0.25;
/** A goal may stand this share below what was reached. */
const SLACK = 0.1;

/** No number is never good. */
export const isReached = ({ value, goal, better }: Figure): boolean =>
  goal === undefined || (better === 'more' ? value >= goal : value <= goal);

export const isWorse = ({ value, better }: Figure, kept: number): boolean =>
  !(better === 'more' ? value > kept * (1 - WORSE) : value < kept * (1 + WORSE));

/** Returns whether a large loss of what was reached would still meet the goal. */
export const isGoalLow = ({ goal, better }: Pick<Figure, 'goal' | 'better'>, reached: number): boolean =>
  goal !== undefined && (better === 'more' ? goal < reached * (1 - SLACK) : goal > reached * (1 + SLACK));
