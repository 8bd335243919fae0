import { Button, Checkbox, Popover } from 'antd';
import type { EntityDefinition } from '../../generated/definition.ts';
import { useT, useText } from '../i18n/index.ts';
import { Icon } from '../theme/Icon.tsx';
import { list_field } from './fields.ts';
import type { useColumns } from './useColumns.ts';

interface Props {
  entity: EntityDefinition;
  columns: ReturnType<typeof useColumns>;
}

export function ColumnChooser({ entity, columns }: Props) {
  const t = useT();
  const text = useText();
  const { possible, shown, custom, choose } = columns;
  const options = possible.map((name) => ({
    value: name,
    label: text(list_field(entity, name).title ?? { zh: name, en: name }),
    disabled: name === shown[0],
  }));
  const content = (
    <div className="wd-list-popover">
      <Checkbox.Group
        options={options}
        value={shown}
        onChange={(names) => choose(possible.filter((name) => names.includes(name)))}
      />
      <Button size="small" disabled={!custom} onClick={() => choose(null)}>
        {t('list.columnsReset')}
      </Button>
    </div>
  );
  return (
    <Popover trigger="click" placement="bottomRight" content={content} destroyOnHidden>
      <Button icon={<Icon name="table" />}>{t('list.columns')}</Button>
    </Popover>
  );
}
