import { useInfiniteQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { type CSSProperties, type KeyboardEvent, useState } from 'react';
import { formatNumber } from '../../core/numbers/format.ts';
import { ShownValue } from '../../form/shown/ShownValue.tsx';
import { labelOfRecord } from '../../form/values/recordName.ts';
import { useT } from '../../kit/i18n/index.ts';
import { queryClient } from '../../kit/session/queryClient.ts';
import { Icon } from '../../kit/theme/Icon.tsx';
import { usePhone } from '../../kit/theme/useMedia.ts';
import { type ListRecord, listRecords, type RecordPage } from '../calls/useRecords.ts';
import { narrowFixed } from '../query/fixed.ts';
import { type AssemblyViewProps, type AssemblyWords, multiplyQuantity } from './assembly.ts';
import { RecordName, useFieldTitle } from './RecordName.tsx';
import texts from './texts.json';

const TREE = { role: 'treegrid' } as const;
/** Page size of a level. */
const STRETCH = 100;
const SIGN_SIZE = 14;

/** Moves the focus to the part in the next or previous row. */
function stepFocus({ key, currentTarget, target }: KeyboardEvent<HTMLElement>): boolean {
  const step = { ArrowDown: 1, ArrowUp: -1 }[key];
  if (step === undefined) return false;
  const places = [...currentTarget.querySelectorAll<HTMLElement>('[data-part]')];
  const row = (target as HTMLElement).closest('tr');
  places[places.findIndex((place) => place.closest('tr') === row) + step]?.focus();
  return true;
}

/** Shows the parts level by level. A level is loaded when the user expands it. */
export function PartTree({ entity, record, words }: AssemblyViewProps) {
  const t = useT(texts);
  const titleOf = useFieldTitle();
  const phone = usePhone();
  const shown = phone ? [] : words.alike;
  return (
    <div className="wd-table-frame wd-table-flow-frame wd-card">
      <table
        className="wd-table wd-table-flow wd-assembly-tree"
        {...TREE}
        aria-label={t('assembly.parts')}
        onKeyDown={(event) => {
          if (stepFocus(event)) event.preventDefault();
        }}
      >
        <thead>
          <tr>
            <th scope="col">{t('assembly.part')}</th>
            {shown.map(([name, field]) => (
              <th key={name} scope="col">
                {titleOf(name, field)}
              </th>
            ))}
            <th scope="col" data-align="end">
              {t('assembly.quantity')}
            </th>
            <th scope="col" data-align="end">
              {t('assembly.total')}
            </th>
          </tr>
        </thead>
        <tbody>
          <Level {...{ entity, words, shown }} above={record} level={1} factor={1} />
        </tbody>
      </table>
    </div>
  );
}

interface LevelProps extends Omit<AssemblyViewProps, 'record'> {
  shown: AssemblyWords['alike'];
  above: ListRecord;
  level: number;
  /** The quantity of the parent in the page's record. */
  factor: number;
}

function useLevel(entity: LevelProps['entity'], parent: string, above: number) {
  const query = narrowFixed({}, { [parent]: above });
  return useInfiniteQuery(
    {
      queryKey: ['records', entity.name, 'level', above],
      queryFn: ({ pageParam, signal }) =>
        listRecords(entity, { ...query, size: STRETCH, cursor: pageParam }, signal),
      initialPageParam: '',
      getNextPageParam: (last: RecordPage) => last.next ?? undefined,
    },
    queryClient,
  );
}

function Level({ entity, words, shown, above, level, factor }: LevelProps) {
  const t = useT(texts);
  const { data, isError, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useLevel(
    entity,
    words.parent,
    above.id,
  );
  const columns = shown.length + 3;
  if (isError && !data)
    return (
      <NoteRow columns={columns} level={level}>
        <span role="alert">{t('assembly.failed')}</span>
        <Button size="small" onClick={() => void refetch()}>
          {t('common.retry')}
        </Button>
      </NoteRow>
    );
  if (!data)
    return (
      <NoteRow columns={columns} level={level}>
        <span role="status">{t('assembly.loading')}</span>
      </NoteRow>
    );
  const parts = data.pages.flatMap(({ records }) => records);
  const total = data.pages.at(-1)?.total ?? parts.length;
  if (parts.length === 0)
    return (
      <NoteRow columns={columns} level={level}>
        {t('assembly.none')}
      </NoteRow>
    );
  return (
    <>
      {parts.map((part, at) => (
        <Part
          key={part.id}
          {...{ entity, words, shown, level, part }}
          position={at + 1}
          siblings={total}
          total={multiplyQuantity(factor, part[words.quantity])}
        />
      ))}
      {hasNextPage && (
        <NoteRow columns={columns} level={level}>
          <Button size="small" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('assembly.more', { count: Math.min(STRETCH, total - parts.length) })}
          </Button>
        </NoteRow>
      )}
    </>
  );
}

interface NoteProps {
  columns: number;
  level: number;
  children: React.ReactNode;
}

const indent = (level: number) => ({ '--wd-level': level - 1 }) as CSSProperties;

function NoteRow({ columns, level, children }: NoteProps) {
  return (
    <tr>
      <td colSpan={columns}>
        <span className="wd-assembly-lead" style={indent(level)}>
          {children}
        </span>
      </td>
    </tr>
  );
}

interface PartProps extends Omit<LevelProps, 'above' | 'factor'> {
  part: ListRecord;
  position: number;
  siblings: number;
  total: number;
}

function Part({ entity, words, shown, level, part, position, siblings, total }: PartProps) {
  const t = useT(texts);
  const [isOpen, setOpen] = useState(false);
  const title = labelOfRecord(entity, part);
  const branch = part._below !== true ? undefined : isOpen;
  const onKey = ({ key }: KeyboardEvent) => {
    if (key === 'ArrowRight' && branch === false) setOpen(true);
    if (key === 'ArrowLeft' && branch === true) setOpen(false);
  };
  return (
    <>
      <tr aria-level={level} aria-posinset={position} aria-setsize={siblings} aria-expanded={branch}>
        <td>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: handles the arrow keys of its two children */}
          <span className="wd-assembly-lead" style={indent(level)} onKeyDown={onKey}>
            {branch === undefined ? (
              <span className="wd-assembly-branch" />
            ) : (
              <button
                type="button"
                className="wd-assembly-branch"
                aria-expanded={isOpen}
                aria-label={t('assembly.below', { title })}
                onClick={() => setOpen(!isOpen)}
              >
                <Icon name="chevron" size={SIGN_SIZE} />
              </button>
            )}
            <RecordName entity={entity} id={part.id} title={title} />
          </span>
        </td>
        {shown.map(([name, field]) => (
          <td key={name}>
            <ShownValue field={field} value={part[name]} />
          </td>
        ))}
        <td data-align="end">{formatNumber(Number(part[words.quantity] ?? 1))}</td>
        <td data-align="end">{formatNumber(total)}</td>
      </tr>
      {isOpen && <Level {...{ entity, words, shown }} above={part} level={level + 1} factor={total} />}
    </>
  );
}
