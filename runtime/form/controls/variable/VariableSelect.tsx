import { Button, Select, type SelectProps, Skeleton } from 'antd';
import { type ReactNode, type UIEvent, useDeferredValue, useRef, useState } from 'react';
import { BOARD_DEVICE, type VariablePair } from '../../../core/boards/boardVariables.ts';
import { useT } from '../../../kit/i18n/index.ts';
import { Icon } from '../../../kit/theme/Icon.tsx';
import { pairKey, readPairKey } from '../../model/variablePair.ts';
import { useVariableSearch, useVariablesNamed } from './useVariables.ts';
import {
  type FoundVariable,
  groupKeys,
  groupVariables,
  readingText,
  variableLabel,
} from './variableOptions.ts';
import './variable.css';

const NONE: Readonly<Record<string, string>> = {};
/** Value of the option that switches between the lists of devices and keys. */
const SWITCH = 'switch';
/** Distance in pixels from the end at which the list loads the next page. */
const NEAR_PX = 200;
const LIST_HEIGHT = 320;

type Naming = Pick<
  SelectProps,
  'id' | 'aria-label' | 'aria-labelledby' | 'disabled' | 'status' | 'placeholder' | 'onBlur'
>;

export interface VariableSelectProps extends Naming {
  stationSn: string;
  value: readonly VariablePair[];
  many?: boolean;
  maxCount?: number;
  /** True if variables of the board's device, which the reader chooses, can also be selected. */
  boardDevice?: boolean;
  /** Names of variables missing on the station, by serial number. */
  absent?: Readonly<Record<string, string>>;
  onChange(pairs: VariablePair[]): void;
}

function VariableRow({ found: variable }: { found: FoundVariable }) {
  const { name, sn, code, stale } = variable;
  return (
    <span className="wd-variable">
      <span className="wd-ellipsis">{name ?? sn}</span>
      <code className="wd-ellipsis">{code}</code>
      <span className="wd-variable-value" data-stale={stale || undefined}>
        {readingText(variable)}
      </span>
    </span>
  );
}

type Found = ReturnType<typeof useVariableSearch>;

function Nothing({ stationSn, search, found }: { stationSn: string; search: string; found: Found }) {
  const t = useT();
  if (stationSn === '') return <p className="wd-picker-state">{t('form.variablesNoStation')}</p>;
  if (found.status === 'loading') return <Skeleton active title={false} paragraph={{ rows: 3 }} />;
  if (found.status === 'ready')
    return <p className="wd-picker-state">{t(search ? 'form.variablesNoMatch' : 'form.variablesEmpty')}</p>;
  return (
    <div className="wd-picker-state">
      <p>{t('form.variablesFailed')}</p>
      <Button size="small" onClick={found.retry}>
        {t('form.retry')}
      </Button>
    </div>
  );
}

/** Returns the names of the chosen variables, also of those outside the displayed list. */
function useLabels({ stationSn, value, absent = NONE }: VariableSelectProps) {
  const t = useT();
  const fixed = value.filter(([device]) => device !== BOARD_DEVICE).map(([, sn]) => sn);
  const named = useVariablesNamed(stationSn, fixed);
  return (key: string): string => {
    const [device = '', sn = ''] = readPairKey(key) ?? [];
    if (device === BOARD_DEVICE) return `${t('form.boardDevice')} / ${sn}`;
    const variable = named.get(sn);
    if (variable) return variableLabel(variable);
    return Object.hasOwn(absent, sn)
      ? `${t('board.widget.notOnStation')} / ${absent[sn]}`
      : `${device} / ${sn}`;
  };
}

/**
 * Returns the options: variables by device, or keys of the board's device, and the option that switches between both.
 */
function useChoices(stationSn: string, boardDevice: boolean, open: boolean) {
  const t = useT();
  const [typed, setTyped] = useState('');
  const [keys, setKeys] = useState(false);
  const search = useDeferredValue(typed.trim());
  const found = useVariableSearch({ stationSn, search, keys, enabled: open });
  const groups = keys ? groupKeys(found.found, t('form.boardDevice')) : groupVariables(found.found);
  const label = t(keys ? 'form.variablesOfDevices' : 'form.variablesOfBoard');
  const other = boardDevice && stationSn !== '' ? [{ value: SWITCH, label, title: label, found: null }] : [];
  // Enter chooses the first option. During a search the switch option is therefore last.
  const options = search === '' ? [...other, ...groups] : [...groups, ...other];
  return { options, found, search, keys, setTyped, setKeys };
}

/** Lets the user choose variables of a station by name, key or device, and shows their current values. */
export function VariableSelect(props: VariableSelectProps) {
  const {
    stationSn,
    value,
    many = false,
    maxCount,
    boardDevice = false,
    absent: _,
    onChange,
    ...named
  } = props;
  const t = useT();
  const [open, setOpen] = useState(false);
  const stays = useRef(false);
  const labelOf = useLabels(props);
  const { options, found, search, keys, setTyped, setKeys } = useChoices(stationSn, boardDevice, open);
  const choose = (chosen: string | string[] | undefined) => {
    const all = [chosen ?? []].flat();
    if (all.includes(SWITCH)) {
      stays.current = !many;
      return setKeys(!keys);
    }
    onChange(all.map(readPairKey).filter((pair) => pair !== null));
  };
  const popup = (menu: ReactNode) => (
    <>
      <p className="wd-variable-count" role="status">
        {found.status === 'ready' && found.total > 0
          ? t(found.total > found.found.length ? 'form.variablesMore' : 'form.variablesFound', {
              count: found.total,
              shown: found.found.length,
            })
          : ''}
      </p>
      {menu}
    </>
  );
  const stored = value.map(pairKey);
  return (
    <Select<string | string[]>
      {...named}
      className="wd-control"
      mode={many ? 'multiple' : undefined}
      maxCount={many ? maxCount : undefined}
      maxTagCount={many ? 0 : undefined}
      maxTagPlaceholder={(hidden) => t('form.variablesChosen', { count: hidden.length })}
      value={many ? stored : stored[0]}
      options={options}
      showSearch={{ filterOption: false, onSearch: setTyped, autoClearSearchValue: false }}
      open={open}
      onOpenChange={(next) => {
        if (!next && stays.current) stays.current = false;
        else setOpen(next);
      }}
      listHeight={LIST_HEIGHT}
      popupMatchSelectWidth={false}
      classNames={{ popup: { root: 'wd-variable-popup' } }}
      popupRender={popup}
      onPopupScroll={({ currentTarget }: UIEvent<HTMLElement>) => {
        const { scrollHeight, scrollTop, clientHeight } = currentTarget;
        if (scrollHeight - scrollTop - clientHeight < NEAR_PX) found.more();
      }}
      labelRender={({ value: key }) => labelOf(String(key))}
      optionRender={({ data }) =>
        data.found ? (
          <VariableRow found={data.found as FoundVariable} />
        ) : (
          <span className="wd-variable-switch">
            <Icon name={keys ? 'back' : 'chevron'} size={14} /> {data.label}
          </span>
        )
      }
      notFoundContent={<Nothing stationSn={stationSn} search={search} found={found} />}
      allowClear={!many}
      onChange={choose}
    />
  );
}
