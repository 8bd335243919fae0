import type { WidgetProps } from '@rjsf/utils';
import { Button, Select } from 'antd';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { entityRegistry } from '../../../core/definitions/entities.ts';
import { useLang, useT } from '../../../kit/i18n/index.ts';
import { later } from '../../../kit/overlay/later.tsx';
import { baseProps } from '../../../kit/parts/controlProps.ts';
import { queryClient } from '../../../kit/session/queryClient.ts';
import { useSession } from '../../../kit/session/session.ts';
import { Icon } from '../../../kit/theme/Icon.tsx';
import { entityName } from '../../values/entityName.ts';
import { useRefOptions, useRefSearch } from '../../values/refs.ts';
import type { RefTarget } from '../../values/refTarget.ts';
import { loadNewRecordDialog } from './newRecord.ts';
import { useNoneOffered } from './useNoneOffered.ts';

const NewRecordDialog = later(async () => ({ default: await loadNewRecordDialog() }));

type Key = string | number;

/**
 * Lets the user choose another record by typing, and shows its name (x-ref). A missing record can be created
 * in a dialog (x-createInPlace).
 */
export function RefControl(props: WidgetProps) {
  const [search, setSearch] = useState('');
  const [open, setOpen] = useState(false);
  const target = props.options.ref as RefTarget;
  const many = props.schema.type === 'array';
  const stored = (many ? (props.value ?? []) : props.value === undefined ? [] : [props.value]) as Key[];
  const refSearch = useRefSearch(target, useDeferredValue(search), open);
  const none = useNoneOffered(props, { search, ...refSearch });
  const labels = useRefOptions(target, stored);
  const offered = new Set(refSearch.options.map(({ value }) => value));
  const storedOptions = stored
    .filter((value) => !offered.has(value))
    .map((value) => ({ value, label: labels.get(value) ?? String(value) }));
  const create = useCreateInPlace(props.options.createInPlace === true ? target : null, (record) => {
    const key = record[target.key] as Key;
    props.onChange(many ? [...stored, key] : key);
  });
  const popup = (menu: ReactNode) => (
    <>
      {menu}
      <div className="wd-ref-create">{create.button(() => setOpen(false))}</div>
    </>
  );

  return (
    <>
      <Select<Key | Key[]>
        {...baseProps(props)}
        className="wd-control"
        mode={many ? 'multiple' : undefined}
        value={many ? stored : stored[0]}
        options={[...storedOptions, ...refSearch.options]}
        showSearch={{ filterOption: false, onSearch: setSearch }}
        open={open}
        onOpenChange={setOpen}
        loading={refSearch.loading}
        notFoundContent={none}
        popupRender={create.allowed && !target.awaits ? popup : undefined}
        allowClear={props.options.required !== true}
        onChange={(value: Key | Key[] | undefined) =>
          props.onChange(Array.isArray(value) && value.length === 0 ? undefined : value)
        }
      />
      {create.dialog}
    </>
  );
}

/** Returns the button for creating a missing record. Undefined without the permission. */
function useCreateInPlace(target: RefTarget | null, onCreated: (record: Record<string, unknown>) => void) {
  const t = useT();
  const lang = useLang();
  const [creating, setCreating] = useState(false);
  const entity = target ? entityRegistry.get(target.entity) : undefined;
  const allowed = useSession(({ can }) => entity !== undefined && can(`${entity.name}:create`));
  return {
    allowed: allowed && entity !== undefined,
    button: (onOpen: () => void) =>
      entity && (
        <Button
          type="text"
          block
          icon={<Icon name="plus" />}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => {
            onOpen();
            setCreating(true);
          }}
        >
          {t('form.createInPlace', { title: entityName(entity, lang) })}
        </Button>
      ),
    dialog: creating && entity && (
      <NewRecordDialog
        entity={entity}
        record={null}
        onClose={() => setCreating(false)}
        onSaved={(record) => {
          void queryClient.invalidateQueries({ queryKey: ['ref', entity.name] });
          onCreated(record);
        }}
      />
    ),
  };
}
