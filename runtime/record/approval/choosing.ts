/** A submission that is pending until its applicant has chosen the approvers. The shell shows its dialog. */
import { create } from 'zustand';
import type { Text } from '../../../generated/definition.ts';
import { isObject } from '../../core/object.ts';
import { ApiError } from '../../kit/api/errors.ts';

/** A step whose approvers the applicant chooses from this list, or from all colleagues. */
export interface Choice {
  step: string;
  title: Text;
  people: { id: number; name: string }[] | null;
}

export type Chosen = Record<string, number[]>;

interface Question {
  choices: readonly Choice[];
  /** Called with the choice. Null cancels the submission. */
  answer(chosen: Chosen | null): void;
}

export const useChoosing = create<{ question: Question | null }>(() => ({ question: null }));

/** Returns the choices that the server requires for the submission. Null for any other error. */
export function choicesOf(error: unknown): Choice[] | null {
  const data = error instanceof ApiError ? error.data : null;
  return isObject(data) && Array.isArray(data.choices) ? (data.choices as Choice[]) : null;
}

/** Asks the applicant for the choices. Null if the applicant cancels. */
export const askChoices = (choices: readonly Choice[]): Promise<Chosen | null> =>
  new Promise((done) => {
    useChoosing.setState({
      question: {
        choices,
        answer(chosen) {
          useChoosing.setState({ question: null });
          done(chosen);
        },
      },
    });
  });
