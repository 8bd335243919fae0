/** Figures of benches, and the check of their goals. */

export interface Figure {
  value: number;
  /** If absent, the figure is only reported. */
  goal?: number;
  /** Sets whether a higher or a lower figure is better. */
  better: 'more' | 'less';
}

/** A figure divided by another figure of the same run. It is comparable between machines. */
export interface Ratio extends Figure {
  /** A name that is unique among the ratios of its bench. */
  name: string;
}

/** The change from which a ratio counts as worse. Smaller changes between two runs are chance. */
const WORSE = 0.25;
/** The share by which a goal may be below the measured value. */
const SLACK = 0.1;

/** A figure that is not a number does not reach its goal. */
export const isReached = ({ value, goal, better }: Figure): boolean =>
  goal === undefined || (better === 'more' ? value >= goal : value <= goal);

export const isWorse = ({ value, better }: Figure, stored: number): boolean =>
  !(better === 'more' ? value > stored * (1 - WORSE) : value < stored * (1 + WORSE));

/** Returns whether the goal is too easy: it would be met even if the figure became much worse. */
export const isGoalLow = ({ goal, better }: Pick<Figure, 'goal' | 'better'>, reached: number): boolean =>
  goal !== undefined && (better === 'more' ? goal < reached * (1 - SLACK) : goal > reached * (1 + SLACK));
