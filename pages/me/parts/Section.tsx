import { type ReactNode, useId } from 'react';

interface Props {
  title: string;
  text?: string;
  children: ReactNode;
}

/** Shows a titled section: its text on the left, its controls on the right. */
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
