/** A submission that waits until its applicant has chosen who decides; the frame shows the question. */
import { create } from 'zustand';
import type { Text } from '../../../generated/definition.ts';
import { isObject } from '../../core/object.ts';
import { ApiError } from '../../kit/api/errors.ts';

/** A step whose people the applicant chooses: among these, or among all colleagues. */
export interface Choice {
  step: string;
  title: Text;
  people: { id: number; name: string }[] | null;
}

export type Chosen = Record<string, number[]>;

interface Question {
  choices: readonly Choice[];
  /** Null: it is not submitted after all. */
  answer(chosen: Chosen | null): void;
}

export const useChoosing = create<{ question: Question | null }>(() => ({ question: null }));

/** Returns what has to be chosen before it can be submitted; null where something else was refused. */
export function choicesOf(error: unknown): Choice[] | null {
  const data = error instanceof ApiError ? error.data : null;
  return isObject(data) && Array.isArray(data.choices) ? (data.choices as Choice[]) : null;
}

/** Asks the applicant. */
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
