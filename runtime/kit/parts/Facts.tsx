import './facts.css';

export interface Fact {
  label: string;
  value: string;
}

/** Shows facts side by side, each under its name, in a row that wraps. */
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
