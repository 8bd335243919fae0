import { Icon } from '../theme/Icon.tsx';
import type { IconName } from '../theme/iconSet.ts';
import '../parts/buttons.css';
import './page.css';

interface Action {
  label: string;
  primary?: boolean;
  onClick(): void;
}

interface Props {
  icon: IconName;
  title: string;
  text: string;
  /** True to let screen readers announce the page at once. */
  alert?: boolean;
  actions?: Action[];
  /** True outside the shell, whose header otherwise contains the first heading. */
  bare?: boolean;
}

/** Explains why a page cannot be shown, and what to do. */
export function StatusPage({ icon, title, text, alert = false, actions = [], bare = false }: Props) {
  const Heading = bare ? 'h1' : 'h2';
  return (
    <section className="wd-status" {...(alert && { role: 'alert' })}>
      <span className="wd-status-icon">
        <Icon name={icon} size={28} />
      </span>
      <Heading className="wd-status-title">{title}</Heading>
      <p className="wd-status-text">{text}</p>
      <div className="wd-status-actions">
        {actions.map(({ label, primary, onClick }) => (
          <button key={label} type="button" className="wd-button" data-primary={primary} onClick={onClick}>
            {label}
          </button>
        ))}
      </div>
    </section>
  );
}
