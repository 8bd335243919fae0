import { Input, Select } from 'antd';
import { useId } from 'react';
import { useT } from '../../kit/i18n/index.ts';
import { useSite } from '../../kit/session/site.ts';
import { useBoardSession } from '../session/boardSession.ts';

const MAX_NAME = 60;

interface Props {
  target: string | null;
  name: string;
  onTarget(stationSn: string): void;
  onName(name: string): void;
}

/** Asks for the target station of the board, and for its name there. */
export function TemplateFields({ target, name, onTarget, onName }: Props) {
  const t = useT();
  const id = useId();
  const { station } = useBoardSession();
  const { stations } = useSite();
  const others = stations.filter(({ sn }) => sn !== station.sn);
  return (
    <div className="wd-template">
      <label htmlFor={`${id}-station`}>{t('boards.template.station')}</label>
      <Select
        id={`${id}-station`}
        showSearch={{ optionFilterProp: 'label' }}
        placeholder={t('boards.template.choose')}
        value={target}
        onChange={onTarget}
        options={others.map(({ sn, name: label }) => ({ value: sn, label: `${label} (${sn})` }))}
      />
      <label htmlFor={`${id}-name`}>{t('boards.template.name')}</label>
      <Input
        id={`${id}-name`}
        maxLength={MAX_NAME}
        value={name}
        onChange={({ target: { value } }) => onName(value)}
      />
    </div>
  );
}
