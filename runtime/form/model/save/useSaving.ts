import { useState } from 'react';
import { ApiError } from '../../../kit/api/errors.ts';
import { failureWords } from '../../../kit/api/failure.ts';
import { useT } from '../../../kit/i18n/index.ts';
import type { ServerError } from '../problems.ts';

interface Saving {
  busy: boolean;
  /** The reason of the last failed attempt. Empty after success. */
  failure: string;
  /** The server's errors for single fields. */
  refused: readonly ServerError[];
}

const NO_ERRORS: readonly ServerError[] = [];
const IDLE: Saving = { busy: false, failure: '', refused: NO_ERRORS };

/**
 * Runs one save at a time, and stores the result of the last attempt. `refused`: errors of an attempt outside this
 * form.
 */
export function useSaving(refused = NO_ERRORS) {
  const t = useT();
  const [state, setState] = useState<Saving>({ ...IDLE, refused });

  /** `work` throws an error if saving fails. */
  async function save(work: () => void | Promise<void>): Promise<void> {
    if (state.busy) return;
    setState((now) => ({ ...now, busy: true, failure: '' }));
    try {
      await work();
      setState((now) => ({ ...now, busy: false }));
    } catch (error) {
      const refused = error instanceof ApiError ? error.fields : NO_ERRORS;
      setState({ busy: false, failure: failureWords(error, t, t('form.saveFailed')), refused });
    }
  }
  return { ...state, save, forget: () => setState(IDLE) };
}
