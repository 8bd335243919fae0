/** Errors that require a decision. The file can be read in two ways, and only the user knows the correct one. */
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
