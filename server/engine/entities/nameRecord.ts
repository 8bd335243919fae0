import { AppError } from '../../platform/errors/errors.ts';

/** Runs a step of many. Its error contains the name of the record. */
export async function nameRecord<T>(id: number, step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    if (!(error instanceof AppError) || error.extras.data !== undefined) throw error;
    throw error.with({ ...error.extras, data: { id } });
  }
}
