import { Button } from 'antd';
import { useLocation, useNavigate } from 'react-router';
import { useT, useText } from '../../runtime/kit/i18n/index.ts';
import { Avatar } from '../../runtime/kit/parts/Avatar.tsx';
import { signOut, useSession } from '../../runtime/kit/session/session.ts';
import { Icon } from '../../runtime/kit/theme/icons.ts';
import { ME_PATH, PASSWORD_HASH } from '../../runtime/shell/frame/frameCommands.ts';
import './me.css';
import { ApiKeys } from './parts/ApiKeys.tsx';
import { BoardLinks } from './parts/BoardLinks.tsx';
import { CalendarFeeds } from './parts/CalendarFeeds.tsx';
import { Feedback } from './parts/Feedback.tsx';
import { PasswordPage } from './parts/PasswordPage.tsx';
import { Preferences } from './parts/Preferences.tsx';
import { ProfileForm } from './parts/ProfileForm.tsx';
import { QuietHours } from './parts/QuietHours.tsx';
import { SecondFactor } from './parts/SecondFactor.tsx';
import { Section } from './parts/Section.tsx';
import { Sessions } from './parts/Sessions.tsx';
import texts from './texts.json';

/** R022: shows the user's profile, their interface settings, and their password. */
export default function Me() {
  const t = useT(texts);
  const text = useText();
  const { user } = useSession();
  const { hash } = useLocation();
  const navigate = useNavigate();
  if (!user) return null;
  if (hash === PASSWORD_HASH) return <PasswordPage onClose={() => void navigate(ME_PATH)} />;
  const roles = user.admin ? [t('me.admin')] : user.roles.map(({ name }) => text(name));
  return (
    <div className="wd-me">
      <header className="wd-me-head">
        <Avatar name={user.name} large />
        <div>
          <p className="wd-me-name">{user.name}</p>
          <p className="wd-me-account">{[user.username, ...roles].join(' · ')}</p>
        </div>
        <Button icon={<Icon name="logout" size={16} />} onClick={() => void signOut().catch(() => {})}>
          {t('shell.logout')}
        </Button>
      </header>
      <Section title={t('me.profile')}>
        <ProfileForm user={user} />
      </Section>
      <Section title={t('me.preferences')} text={t('me.preferencesText')}>
        <Preferences />
      </Section>
      <Section title={t('me.notifications')} text={t('me.quietText')}>
        <QuietHours user={user} />
      </Section>
      <Section title={t('me.security')} text={t('me.passwordText')}>
        <Button icon={<Icon name="key" size={16} />} onClick={() => void navigate(ME_PATH + PASSWORD_HASH)}>
          {t('me.password')}
        </Button>
      </Section>
      <Section title={t('me.factor')} text={t('me.factorText')}>
        <SecondFactor />
      </Section>
      <Section title={t('me.sessions')} text={t('me.sessionsText')}>
        <Sessions />
      </Section>
      <Section title={t('me.keys')} text={t('me.keysText')}>
        <ApiKeys />
      </Section>
      <Feedback />
      <BoardLinks />
      <CalendarFeeds />
    </div>
  );
}
