import { useRef } from 'react';
import { shallow } from 'zustand/shallow';

/** The same object as before, as long as each of its values is. */
export function useSameRecord<Fields extends object>(fields: Fields): Fields {
  const steadyFields = useRef(fields);
  if (!shallow(steadyFields.current, fields)) steadyFields.current = fields;
  return steadyFields.current;
}
