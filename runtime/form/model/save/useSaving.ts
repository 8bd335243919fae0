import { useState } from 'react';
import { ApiError } from '../../../kit/api/errors.ts';
import { failureWords } from '../../../kit/api/failure.ts';
import { useT } from '../../../kit/i18n/index.ts';
import type { ServerError } from '../problems.ts';

interface Saving {
  busy: boolean;
  /** The reason why the last attempt failed; '' if it did not. */
  failure: string;
  /** The errors of single fields that the server refused. */
  refused: readonly ServerError[];
}

const NO_ERRORS: readonly ServerError[] = [];
const IDLE: Saving = { busy: false, failure: '', refused: NO_ERRORS };

/** Saves one at a time, and keeps the result of the last attempt. `refused` are errors of an attempt made elsewhere. */
export function useSaving(refused = NO_ERRORS) {
  const t = useT();
  const [state, setState] = useState<Saving>({ ...IDLE, refused });

  /** `work` refuses by throwing. */
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
