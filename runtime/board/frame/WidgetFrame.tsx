import { Button } from 'antd';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useT } from '../../kit/i18n/index.ts';
import { MenuBelow } from '../../kit/overlay/MenuBelow.tsx';
import { Tip } from '../../kit/overlay/Tip.tsx';
import { Icon } from '../../kit/theme/Icon.tsx';
import './frame.css';
import './tools.css';

export interface FrameActions {
  /** Absent if this version of the platform cannot configure the widget. */
  onConfigure?(): void;
  onDuplicate?(): void;
  onLock?(): void;
  /** Absent for an unlocked widget. A locked widget offers no other action. */
  onUnlock?(): void;
  /** V017: requests the removal. The board asks the user for confirmation. */
  onRemove(): void;
}

interface Props {
  title?: string;
  icon?: string;
  /** The name for assistive technology if there is no title on screen. */
  name: string;
  /** Shown by a question mark beside the title. */
  description?: string;
  /** Link target of the title. Without a title, a sign in the corner is the link. Null without a target. */
  to?: string | null;
  /** The displayed range, beside the title. */
  time?: string | undefined;
  /** Present only in edit mode (V016). */
  actions?: FrameActions;
  /** Opens the data of the widget as a table. Absent without data. */
  onData?(): void;
  /** A small remark in the corner, such as a failed refresh. */
  badge?: ReactNode;
  /** True if the content of the frame accepts clicks even in edit mode. */
  isOpen?: boolean;
  children: ReactNode;
}

function Actions({ name, actions }: { name: string; actions: FrameActions }) {
  const t = useT();
  const { onConfigure, onDuplicate, onLock, onUnlock, onRemove } = actions;
  if (onUnlock) {
    return (
      <div className="wd-widget-actions" role="toolbar" aria-label={t('board.widget.actions', { name })}>
        <Button
          size="small"
          type="text"
          icon={<Icon name="lock" size={16} />}
          aria-label={t('board.widget.unlockNamed', { name })}
          title={t('board.widget.unlock')}
          onClick={onUnlock}
        />
      </div>
    );
  }
  const more = [
    { key: 'copy', label: t('board.widget.duplicate'), onClick: onDuplicate },
    { key: 'lock', label: t('board.widget.lock'), onClick: onLock },
    { key: 'remove', label: t('board.widget.remove'), onClick: onRemove },
  ].filter(({ onClick }) => onClick);
  return (
    <div className="wd-widget-actions" role="toolbar" aria-label={t('board.widget.actions', { name })}>
      {onConfigure && (
        <Button
          size="small"
          type="text"
          icon={<Icon name="edit" size={16} />}
          aria-label={t('board.widget.configure', { name })}
          title={t('board.widget.edit')}
          onClick={onConfigure}
        />
      )}
      <Button
        size="small"
        type="text"
        className="wd-widget-bin"
        icon={<Icon name="delete" size={16} />}
        aria-label={t('board.widget.removeNamed', { name })}
        title={t('board.widget.remove')}
        onClick={onRemove}
      />
      {more.length > 0 && (
        <MenuBelow menu={{ items: more }}>
          <Button
            size="small"
            type="text"
            icon={<Icon name="more" size={16} />}
            aria-label={t('board.widget.more', { name })}
          />
        </MenuBelow>
      )}
    </div>
  );
}

function Hint({ text }: { text: string }) {
  const t = useT();
  return (
    <Tip title={text} trigger={['hover', 'focus', 'click']}>
      <button type="button" className="wd-widget-hint" aria-label={`${t('board.widget.about')}: ${text}`}>
        <Icon name="info" size={14} />
      </button>
    </Tip>
  );
}

/** Shows title and icon in one line, in a frame that is hardly visible outside edit mode. */
export function WidgetFrame(props: Props) {
  const { title, icon, name, description, to, time, actions, onData, badge, isOpen, children } = props;
  const t = useT();
  const corner = (
    <>
      {time && (
        <span className="wd-widget-time wd-ellipsis" title={time}>
          {time}
        </span>
      )}
      {to && !title && (
        <Link className="wd-widget-link" to={to} aria-label={t('board.widget.open', { name })}>
          <Icon name="link" size={14} />
        </Link>
      )}
      {description && <Hint text={description} />}
      {badge}
    </>
  );
  return (
    <section className="wd-widget" aria-label={name} data-editing={actions ? true : undefined}>
      {(title || icon) && (
        <header className="wd-widget-head">
          {icon && <Icon name={icon} size={16} />}
          {title && (
            <h2 className="wd-ellipsis" title={title}>
              {to ? <Link to={to}>{title}</Link> : title}
            </h2>
          )}
          {title && corner}
        </header>
      )}
      {!title && (to || time || badge || description) && <div className="wd-widget-corner">{corner}</div>}
      <div className="wd-widget-body" inert={actions !== undefined && !isOpen}>
        {children}
      </div>
      {onData && (
        <button
          type="button"
          className="wd-widget-data"
          aria-label={t('look.dataOf', { name })}
          title={t('look.data')}
          onClick={onData}
        >
          <Icon name="table" size={14} />
        </button>
      )}
      {actions && <Actions name={name} actions={actions} />}
    </section>
  );
}
