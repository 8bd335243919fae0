import { cloneElement, type ReactElement, useId } from 'react';

interface Props {
  title: string;
  help?: string;
  children: ReactElement<{ id?: string; 'aria-describedby'?: string }>;
}

/** Shows a choice below its name. */
export function Part({ title, help, children }: Props) {
  const id = useId();
  return (
    <div className="wd-choose-part">
      <label htmlFor={id}>{title}</label>
      {cloneElement(children, { id, ...(help ? { 'aria-describedby': `${id}-help` } : {}) })}
      {help && <small id={`${id}-help`}>{help}</small>}
    </div>
  );
}
