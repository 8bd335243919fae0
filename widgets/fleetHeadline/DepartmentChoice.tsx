import { Select } from 'antd';
import { useBoardView } from '../../runtime/board/address/useBoardView.ts';
import { useT } from '../../runtime/kit/i18n/index.ts';
import { Icon } from '../../runtime/kit/theme/Icon.tsx';
import texts from './texts.json';

/** Lets the user choose the department of the whole board. Hidden if the stations have no departments. */
export function DepartmentChoice({ depts, chosen }: { depts: readonly string[]; chosen: string | null }) {
  const t = useT(texts);
  const { change } = useBoardView();
  if (depts.length === 0 && chosen === null) return null;
  return (
    <Select
      className="wd-fleet-dept"
      size="small"
      aria-label={t('widget.fleetHeadline.dept')}
      prefix={<Icon name="filter" size={14} />}
      popupMatchSelectWidth={false}
      allowClear
      placeholder={t('widget.fleetHeadline.allDepts')}
      value={chosen}
      onChange={(dept: string | undefined) => change({ dept: dept ?? null })}
      options={depts.map((dept) => ({ value: dept, label: dept }))}
    />
  );
}
