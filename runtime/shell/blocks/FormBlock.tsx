import { Button } from 'antd';
import { useId, useMemo, useState, useSyncExternalStore } from 'react';
import type { FormBlock as Block } from '../../../generated/definition.ts';
import { type Entity, entityOf, entityRegistry } from '../../core/definitions/entities.ts';
import type { Values } from '../../core/rules/rule.ts';
import { stripValues } from '../../core/rules/values.ts';
import { entityForm } from '../../form/model/entityForm.ts';
import { placeRefusals } from '../../form/model/problems.ts';
import { useSaving } from '../../form/model/save/useSaving.ts';
import { NO_UPLOADS } from '../../form/model/save/useUploads.ts';
import { Form } from '../../form/screen/Form.tsx';
import { FormFailure } from '../../form/screen/FormFailure.tsx';
import { same } from '../../form/values/structuralSharing.ts';
import { notify } from '../../kit/api/notices.ts';
import { useT } from '../../kit/i18n/index.ts';
import { useUnsavedGuard } from '../../kit/overlay/guard.tsx';
import { useEntityFor } from '../../kit/session/entityFor.ts';
import { FormTools } from '../../record/dialog/FormTools.tsx';
import { recordAccess } from '../../record/dialog/RecordDialog.tsx';
import { useRecordSave } from '../../record/dialog/useRecordSave.ts';
import { valuesOfFixed } from '../../record/query/fixed.ts';
import { type Narrowing, narrowWhere } from './narrow.ts';
import texts from './texts.json';

interface Props {
  block: Block;
  narrowing: Narrowing;
}

/** Returns the preset values of new records: those of the block, and single values of the page's filters. */
function presetOf(entity: Entity, { where }: Block, { chosen, stationSn }: Narrowing): Values {
  const fields = entity.schema.properties ?? {};
  const fixed = valuesOfFixed(narrowWhere(entity, where, chosen), (name) => fields[name]?.type === 'array');
  const begun = Object.entries(fixed ?? {}).filter(([name]) => !fields[name]?.readOnly);
  const station = stationSn !== null && fields.stationSn ? { stationSn } : {};
  return { ...station, ...Object.fromEntries(begun) };
}

/**
 * Creates records one after another. A filter of the page sets the preset of the next record, but does not change a
 * record with input.
 */
export default function FormBlock({ block, narrowing }: Props) {
  const whole = useSyncExternalStore(entityRegistry.subscribe, () => entityOf(block.entity));
  const entity = useEntityFor(whole, 'write');
  const preset = JSON.stringify(presetOf(entity, block, narrowing));
  const [start, setStart] = useState({ round: 0, preset });
  const [isBegun, setBegun] = useState(false);
  if (!isBegun && start.preset !== preset) setStart({ ...start, preset });
  const restart = () => {
    setBegun(false);
    setStart({ round: start.round + 1, preset });
  };
  return (
    <NewRecord
      key={`${start.round} ${start.preset}`}
      entity={entity}
      preset={start.preset}
      isNext={start.round > 0}
      onBegin={setBegun}
      onEnd={restart}
    />
  );
}

interface NewProps {
  entity: Entity;
  /** The preset values as JSON. */
  preset: string;
  /** True after a record was created or cleared. The first field then gets the focus. */
  isNext: boolean;
  onBegin(isBegun: boolean): void;
  onEnd(): void;
}

function NewRecord({ entity, preset: presetText, isNext, onBegin, onEnd }: NewProps) {
  const t = useT(texts);
  const id = useId();
  const preset = useMemo(() => JSON.parse(presetText) as Values, [presetText]);
  const { start, save: create } = useRecordSave(entity, null, preset);
  const access = useMemo(() => recordAccess(entity, null, preset), [entity, preset]);
  const context = useMemo(() => ({ entity: entity.name }), [entity.name]);
  const [entered, setEntered] = useState(start.value);
  const [isReady, setReady] = useState(false);
  const [last, setLast] = useState(true);
  const [uploads, setUploads] = useState(NO_UPLOADS);
  const { busy, failure, refused, save } = useSaving();
  const form = entityForm(entity);
  const { schema } = form;
  const isChanged = (values: Values) => !same(stripValues(schema, values), stripValues(schema, start.value));
  const changed = isChanged(entered);
  const guard = useUnsavedGuard((changed || uploads.running > 0) && !busy);

  function change(values: Values): void {
    setEntered(values);
    onBegin(isChanged(values));
  }
  async function finish(values: Values): Promise<void> {
    const saved = await create(values);
    const text = saved ? t('common.saved') : t('waiting.kept');
    notify({ kind: saved ? 'success' : 'info', text: { text } });
    onEnd();
  }

  return (
    <>
      {guard.holder}
      <FormFailure text={failure} others={placeRefusals(schema, refused, entered, context).others} />
      <Form
        {...{ id, form, context, access }}
        value={entered}
        serverErrors={refused}
        autoFocus={isNext}
        onReady={() => setReady(true)}
        onChange={change}
        onStep={setLast}
        onUploads={setUploads}
        onSubmit={(values) => void save(() => finish(values))}
      />
      <div className="wd-block-foot">
        <FormTools entity={entity.name} values={entered} />
        {changed && (
          <Button disabled={busy} onClick={onEnd}>
            {t('blocks.clear')}
          </Button>
        )}
        <Button
          type="primary"
          htmlType="submit"
          form={id}
          disabled={!isReady}
          loading={busy || uploads.waiting}
        >
          {t(last ? 'common.save' : 'form.next')}
        </Button>
      </div>
    </>
  );
}
