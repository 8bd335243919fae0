import { type ArrayFieldItemTemplateProps, type ArrayFieldTemplateProps, getUiOptions } from '@rjsf/utils';
import { Button, Tooltip } from 'antd';
import { useT } from '../../i18n/index.ts';
import { Icon } from '../../theme/Icon.tsx';

/** A list of objects: one card each, and a button that says what it adds. */
export function ArrayFieldTemplate({
  items,
  canAdd,
  onAddClick,
  title,
  uiSchema,
  disabled,
  readonly,
}: ArrayFieldTemplateProps) {
  const t = useT();
  const options = getUiOptions(uiSchema);
  const itemTitle = String(options.itemTitle ?? '');
  return (
    <fieldset className="wd-form-list">
      <legend>{options.title ?? title}</legend>
      {items.length === 0 && <p className="wd-field-help">{t('form.emptyList', { title: itemTitle })}</p>}
      {items}
      {canAdd && !disabled && !readonly && (
        <Button type="dashed" block icon={<Icon name="plus" />} onClick={onAddClick}>
          {t('form.addItem', { title: itemTitle })}
        </Button>
      )}
    </fieldset>
  );
}

export function ArrayFieldItemTemplate({
  children,
  buttonsProps,
  index,
  parentUiSchema,
}: ArrayFieldItemTemplateProps) {
  const t = useT();
  const {
    hasMoveUp,
    hasMoveDown,
    hasRemove,
    onMoveUpItem,
    onMoveDownItem,
    onRemoveItem,
    disabled,
    readonly,
  } = buttonsProps;
  const number = index + 1;
  const title = t('form.itemTitle', { title: String(getUiOptions(parentUiSchema).itemTitle ?? ''), number });
  const editable = !disabled && !readonly;
  const button = (name: string, icon: string, onClick: (event?: unknown) => void, enabled: boolean) => (
    <Tooltip title={name}>
      <Button
        type="text"
        size="small"
        aria-label={name}
        disabled={!enabled}
        icon={<Icon name={icon} />}
        onClick={onClick}
      />
    </Tooltip>
  );
  return (
    <div className="wd-form-item">
      <div className="wd-form-item-head">
        <span>{title}</span>
        {editable && (
          <span>
            {button(t('form.moveUp', { title }), 'up', onMoveUpItem, hasMoveUp)}
            {button(t('form.moveDown', { title }), 'down', onMoveDownItem, hasMoveDown)}
            {hasRemove && button(t('form.removeItem', { title }), 'delete', onRemoveItem, true)}
          </span>
        )}
      </div>
      {children}
    </div>
  );
}
