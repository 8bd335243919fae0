import { useRef } from 'react';
import { shallow } from 'zustand/shallow';

/** Returns the previous object while all its values are equal. */
export function useSameRecord<Fields extends object>(fields: Fields): Fields {
  const steadyFields = useRef(fields);
  if (!shallow(steadyFields.current, fields)) steadyFields.current = fields;
  return steadyFields.current;
}
