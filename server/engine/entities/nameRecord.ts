import { AppError } from '../../platform/errors/errors.ts';

/** Runs the step for one of several records. Adds the name of the record to an error. */
export async function nameRecord<T>(id: number, step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    if (!(error instanceof AppError) || error.extras.data !== undefined) throw error;
    throw error.with({ ...error.extras, data: { id } });
  }
}
