import { type ReactNode, useId } from 'react';

interface Props {
  title: string;
  text?: string;
  children: ReactNode;
}

/** A titled part of the page: what it is on the left, what to do on the right. */
export function Section({ title, text, children }: Props) {
  const id = useId();
  return (
    <section className="wd-card wd-me-section" aria-labelledby={id}>
      <div>
        <h2 id={id}>{title}</h2>
        {text && <p className="wd-me-text">{text}</p>}
      </div>
      <div>{children}</div>
    </section>
  );
}
