import { DatePicker, Radio } from 'antd';
import dayjs from 'dayjs';
import { useId } from 'react';
import { useT } from '../../kit/i18n/index.ts';
import { useSession } from '../../kit/session/session.ts';
import { ColleaguesSelect } from '../approval/ColleagueSelect.tsx';
import { RefPicker } from '../filter/RefPicker.tsx';
import '../approval/approval.css';
import texts from './texts.json';

export interface ShareWish {
  userIds: number[];
  deptIds: number[];
  right: 'read' | 'write';
  /** The last day. */
  until?: string | undefined;
}

export const NEW_SHARE: ShareWish = { userIds: [], deptIds: [], right: 'read' };

export const isWhole = ({ userIds, deptIds }: ShareWish): boolean => userIds.length + deptIds.length > 0;

const DAY = 'YYYY-MM-DD';
const DEPARTMENTS = { type: 'array', items: { type: 'integer', 'x-ref': 'dept' } } as const;
const RIGHTS = ['read', 'write'] as const;

interface Props {
  wish: ShareWish;
  onChange(wish: ShareWish): void;
}

/** Asks for the recipient, the access, and the end of a share. */
export function ShareFields({ wish, onChange }: Props) {
  const t = useT(texts);
  const id = useId();
  const can = useSession((session) => session.can);
  return (
    <div className="wd-delegate">
      <label htmlFor={`${id}-who`}>{t('share.people')}</label>
      <ColleaguesSelect
        id={`${id}-who`}
        value={wish.userIds}
        onChange={(userIds) => onChange({ ...wish, userIds })}
      />
      {can('dept:list') && (
        <>
          <span>{t('share.departments')}</span>
          <RefPicker
            field={DEPARTMENTS}
            label={t('share.departments')}
            chosen={wish.deptIds}
            onChange={(keys) => onChange({ ...wish, deptIds: keys.map(Number) })}
          />
        </>
      )}
      <span id={`${id}-right`}>{t('share.right')}</span>
      <Radio.Group
        aria-labelledby={`${id}-right`}
        value={wish.right}
        options={RIGHTS.map((right) => ({ value: right, label: t(`share.${right}`) }))}
        onChange={({ target }) => onChange({ ...wish, right: target.value as ShareWish['right'] })}
      />
      <label htmlFor={`${id}-until`}>{t('share.until')}</label>
      <DatePicker
        id={`${id}-until`}
        value={wish.until === undefined ? null : dayjs(wish.until)}
        minDate={dayjs()}
        placeholder={t('share.noEnd')}
        onChange={(day) => onChange({ ...wish, until: day ? day.format(DAY) : undefined })}
      />
    </div>
  );
}
