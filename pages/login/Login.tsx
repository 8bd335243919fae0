import { useEffect } from 'react';
import { Navigate, useLocation } from 'react-router';
import { useT } from '../../runtime/kit/i18n/index.ts';
import { Logo } from '../../runtime/kit/parts/Logo.tsx';
import { LANDING, readReturnPath } from '../../runtime/kit/session/pageAccess.ts';
import { useSession } from '../../runtime/kit/session/session.ts';
import { preloadInside } from '../../runtime/shell/app/shellProgram.ts';
import { LanguageButton, ThemeButton } from '../../runtime/shell/frame/HeaderButtons.tsx';
import { DayChart } from './parts/DayChart.tsx';
import { LoginForm } from './parts/LoginForm.tsx';
import './login.css';
import { CompanyLogin } from './parts/CompanyLogin.tsx';
import { LoginProblem } from './parts/LoginProblem.tsx';

/** R002: the login page. */
export default function Login() {
  const t = useT();
  const { search } = useLocation();
  const status = useSession((session) => session.status);
  useEffect(() => preloadInside((readReturnPath(search) ?? LANDING).replace(/[?#].*/, '')), [search]);
  if (status === 'user') return <Navigate to={readReturnPath(search) ?? '/'} replace />;
  return (
    <div className="wd-login">
      <aside className="wd-login-hero" data-theme="dark">
        <div className="wd-login-brand">
          <Logo />
          <span>{t('app.name')}</span>
        </div>
        <DayChart />
        <div>
          <p className="wd-login-claim">{t('login.heroTitle')}</p>
          <p className="wd-login-pitch">{t('login.heroText')}</p>
        </div>
      </aside>
      <main className="wd-login-main">
        <div className="wd-login-tools">
          <LanguageButton />
          <ThemeButton />
        </div>
        <div className="wd-login-box">
          <div className="wd-login-mark">
            <Logo size={40} />
          </div>
          <h1>{t('login.title')}</h1>
          <p className="wd-login-sub">{t('login.subtitle')}</p>
          <LoginProblem search={search} />
          <LoginForm />
          <CompanyLogin search={search} />
        </div>
      </main>
    </div>
  );
}
