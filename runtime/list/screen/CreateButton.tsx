import { Button } from 'antd';
import { useEntityName } from '../../form/values/entityName.ts';
import { useT } from '../../kit/i18n/index.ts';
import { Icon } from '../../kit/theme/Icon.tsx';
import type { EntityListState } from './useEntityList.ts';

interface Props {
  list: EntityListState;
  /** Shows only the icon. */
  short?: boolean;
  onCreate(): void;
}

export function CreateButton({ list: { entity, access }, short = false, onCreate }: Props) {
  const t = useT();
  const title = useEntityName(entity);
  if (!access.create) return null;
  const label = t('list.new', { title });
  return (
    <Button type="primary" icon={<Icon name="plus" />} aria-label={label} onClick={onCreate}>
      {!short && label}
    </Button>
  );
}
