import { useEffect, useState } from 'react';
import type { EntityDefinition, Field } from '../../../generated/definition.ts';
import { dictionaries } from '../../core/definitions/dictionaries.ts';
import { pickText } from '../../core/text/pickText.ts';
import { fieldOptions, findOption } from '../../form/values/options.ts';
import { useRefLabels } from '../../form/values/refs.ts';
import { refTarget } from '../../form/values/refTarget.ts';
import { useLang, useT } from '../../kit/i18n/index.ts';
import { later } from '../../kit/overlay/later.tsx';
import { Icon } from '../../kit/theme/Icon.tsx';
import { filterKind, listField, readValue } from '../../record/query/fields.ts';
import { DATE_RANGES, isDateRange } from '../../record/query/ranges.ts';
import { loadFilterEditor } from './loadEditors.ts';
import { PillPopover } from './PillPopover.tsx';

const FilterEditor = later(loadFilterEditor);

interface Props {
  entity: EntityDefinition;
  name: string;
  values: readonly string[];
  onChange(values: readonly string[]): void;
}

const SIGN_SIZE = 14;

/** Shows a filter: its name and values. Pressing it opens the editor. */
export function FilterPill({ entity, name, values, onChange }: Props) {
  const lang = useLang();
  const [open, setOpen] = useState(false);
  // The address changes later, so new values are also stored here and shown at once.
  const [pressed, setPressed] = useState(values);
  useEffect(() => setPressed(values), [values]);
  const change = (next: readonly string[]) => {
    setPressed(next);
    onChange(next);
  };
  const field = listField(entity, name);
  const title = pickText(field.title, lang) ?? name;
  const active = values.some(Boolean);
  const summary = useSummary(field, values);
  return (
    <PillPopover
      name={name}
      open={open}
      onOpen={setOpen}
      active={active}
      content={<FilterEditor field={field} title={title} values={pressed} onChange={change} />}
    >
      <span>{active ? `${title}:` : title}</span>
      {active && <strong className="wd-ellipsis">{summary}</strong>}
      <Icon name="chevron" size={SIGN_SIZE} className="wd-filter-chevron" />
    </PillPopover>
  );
}

/** Returns a summary such as 'Developing +1', '2026-01-01 – 2026-01-31', '≥ 5', 'Yes'. `whole`: lists all values. */
export function useSummary(field: Field, values: readonly string[], whole = false): string {
  const t = useT();
  const lang = useLang();
  const kind = filterKind(field);
  const target = refTarget(field);
  const keys = values.map((value) => readValue(field, value));
  const names = useRefLabels(target, keys);
  const [first = '', second = ''] = values;
  if (kind === 'yesNo') return t(first === 'true' ? 'list.yes' : 'list.no');
  if (kind === 'text') return first;
  if (isDateRange(first)) return t(DATE_RANGES[first]);
  if (kind === 'date' || kind === 'number') {
    if (first && second) return `${first} – ${second}`;
    return first ? `≥ ${first}` : `≤ ${second}`;
  }
  const options = fieldOptions(field, dictionaries, lang) ?? [];
  const shown = keys.map((key) =>
    target ? (names.get(key) ?? String(key)) : findOption(options, key).label,
  );
  if (whole) return shown.join(', ');
  return shown.length > 1 ? `${shown[0]} +${shown.length - 1}` : (shown[0] ?? first);
}
