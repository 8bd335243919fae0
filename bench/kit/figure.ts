/** Figures of benches, and when they meet their goals. */

export interface Figure {
  value: number;
  /** If absent, the figure is only reported. */
  goal?: number;
  /** Shows whether a high or a low figure is good. */
  better: 'more' | 'less';
}

/** A figure divided by another one of the same run. It is the same on any machine. */
export interface Ratio extends Figure {
  /** A name that is unique among the ratios of its bench. */
  name: string;
}

/** A ratio is worse than before from this share on. Below it, two runs differ by chance. */
const WORSE = 0.25;
/** A goal may be this share below the measured value. */
const SLACK = 0.1;

/** A figure that is not a number never reaches its goal. */
export const isReached = ({ value, goal, better }: Figure): boolean =>
  goal === undefined || (better === 'more' ? value >= goal : value <= goal);

export const isWorse = ({ value, better }: Figure, kept: number): boolean =>
  !(better === 'more' ? value > kept * (1 - WORSE) : value < kept * (1 + WORSE));

/** Returns whether the goal would still be met after a large loss of the measured value. */
export const isGoalLow = ({ goal, better }: Pick<Figure, 'goal' | 'better'>, reached: number): boolean =>
  goal !== undefined && (better === 'more' ? goal < reached * (1 - SLACK) : goal > reached * (1 + SLACK));
