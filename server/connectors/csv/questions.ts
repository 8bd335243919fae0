/** Errors that ask for a decision: the file can be read in more than one way, and only the user can decide. */
import { AppError, type ErrorKey } from '../../platform/errors/errors.ts';

const QUESTIONS: ReadonlySet<string> = new Set<ErrorKey>([
  'import.timeUnclear',
  'import.numberUnclear',
  'import.intervalUnclear',
  'import.daysUnclear',
  'import.kindUnclear',
  'import.twoValues',
]);

export const isQuestion = (error: unknown): error is AppError =>
  error instanceof AppError && QUESTIONS.has(error.key);
