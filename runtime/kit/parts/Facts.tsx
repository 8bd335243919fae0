import './facts.css';

export interface Fact {
  label: string;
  value: string;
}

/** Shows facts side by side, each below its name. The row wraps. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="wd-facts">
      {facts.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
