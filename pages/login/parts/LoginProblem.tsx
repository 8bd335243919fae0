import { useT } from '../../../runtime/kit/i18n/index.ts';
import { Icon } from '../../../runtime/kit/theme/Icon.tsx';

const PROBLEMS = ['expired', 'unknown', 'refused'] as const;

/** Shows the error that the server put into the address when the identity provider returned. */
export function LoginProblem({ search }: { search: string }) {
  const t = useT();
  const name = new URLSearchParams(search).get('problem');
  const problem = PROBLEMS.find((one) => one === name);
  if (!problem) return null;
  return (
    <p className="wd-login-alert" role="alert">
      <Icon name="warning" />
      {t(`login.problem.${problem}`)}
    </p>
  );
}
