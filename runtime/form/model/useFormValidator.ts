import { useEffect, useState } from 'react';
import type { FormSource } from './formSource.ts';
import { loadedValidator, loadValidator } from './validator.ts';

interface Outcome {
  pure: FormSource['pure'];
  failed: boolean;
}

/** Returns the validator of a form. It is cached for later openings of the form. */
export function useFormValidator({ name, pure }: FormSource) {
  const [attempt, setAttempt] = useState(0);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt loads the data again
  useEffect(() => {
    if (loadedValidator(pure)) return;
    let isMounted = true;
    loadValidator(name, pure).then(
      () => isMounted && setOutcome({ pure, failed: false }),
      () => isMounted && setOutcome({ pure, failed: true }),
    );
    return () => {
      isMounted = false;
    };
  }, [name, pure, attempt]);
  return {
    validator: loadedValidator(pure),
    failed: outcome?.pure === pure && outcome.failed,
    retry: () => setAttempt((count) => count + 1),
  };
}
