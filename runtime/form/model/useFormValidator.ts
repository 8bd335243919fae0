import { useEffect, useState } from 'react';
import type { FormSource } from './formSource.ts';
import { type FormValidator, loadValidator } from './validator.ts';

interface Loaded {
  name: string;
  validator?: FormValidator;
  failed?: true;
}

/** The validator of a form; once loaded it is there at once the next time the form opens. */
export function useFormValidator({ name, pure }: FormSource) {
  const [attempt, setAttempt] = useState(0);
  const [loaded, setLoaded] = useState<Loaded>({ name });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt loads again
  useEffect(() => {
    let isMounted = true;
    loadValidator(name, pure).then(
      (validator) => isMounted && setLoaded({ name, validator }),
      () => isMounted && setLoaded({ name, failed: true }),
    );
    return () => {
      isMounted = false;
    };
  }, [name, pure, attempt]);
  const current = loaded.name === name ? loaded : { name };
  return {
    validator: (current as Loaded).validator,
    failed: (current as Loaded).failed === true,
    retry: () => setAttempt((count) => count + 1),
  };
}
