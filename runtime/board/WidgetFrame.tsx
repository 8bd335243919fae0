import { Button, Dropdown } from 'antd';
import type { ReactNode } from 'react';
import { useT } from '../i18n/index.ts';
import { Icon } from '../theme/Icon.tsx';

export interface FrameActions {
  /** Absent when the widget can't be configured by this program. */
  onConfigure?(): void;
  onDuplicate?(): void;
  /** V017: raises the request; the board asks. */
  onRemove(): void;
}

interface Props {
  title?: string;
  icon?: string;
  /** For assistive technology when no title is on screen. */
  name: string;
  /** Only in edit mode (V016). */
  actions?: FrameActions;
  /** A quiet remark in the corner, such as a refresh that failed. */
  badge?: ReactNode;
  children: ReactNode;
}

function Actions({ name, actions }: { name: string; actions: FrameActions }) {
  const t = useT();
  const { onConfigure, onDuplicate, onRemove } = actions;
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
        icon={<Icon name="delete" size={16} />}
        aria-label={t('board.widget.removeNamed', { name })}
        title={t('board.widget.remove')}
        onClick={onRemove}
      />
      {onDuplicate && (
        <Dropdown
          trigger={['click']}
          menu={{ items: [{ key: 'copy', label: t('board.widget.duplicate') }], onClick: onDuplicate }}
        >
          <Button
            size="small"
            type="text"
            icon={<Icon name="more" size={16} />}
            aria-label={t('board.widget.more', { name })}
          />
        </Dropdown>
      )}
    </div>
  );
}

/** Title and icon in one line; a frame that is hardly there outside edit mode. */
export function WidgetFrame({ title, icon, name, actions, badge, children }: Props) {
  return (
    <section className="wd-widget" aria-label={name} data-editing={actions ? true : undefined}>
      {(title || icon) && (
        <header className="wd-widget-head">
          {icon && <Icon name={icon} size={16} />}
          <h2 className="wd-ellipsis" title={title}>
            {title}
          </h2>
          {badge}
        </header>
      )}
      {!title && !icon && badge && <div className="wd-widget-corner">{badge}</div>}
      <div className="wd-widget-body" inert={actions !== undefined}>
        {children}
      </div>
      {actions && <Actions name={name} actions={actions} />}
    </section>
  );
}
