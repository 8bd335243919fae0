import { useRef } from 'react';
import { shallow } from 'zustand/shallow';

/** The same object as before, as long as each of its values is. */
export function useSameRecord<Fields extends object>(fields: Fields): Fields {
  const kept = useRef(fields);
  if (!shallow(kept.current, fields)) kept.current = fields;
  return kept.current;
}
