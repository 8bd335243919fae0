import { Alert, Button, Modal, Segmented } from 'antd';
import { useId, useState } from 'react';
import type { Field } from '../../../generated/definition.ts';
import type { Entity } from '../../../runtime/core/definitions/entities.ts';
import { conditionFields } from '../../../runtime/core/flow/conditions.ts';
import { conditionsOf, type Flow, walkFlow } from '../../../runtime/core/flow/walk.ts';
import { isObject } from '../../../runtime/core/object.ts';
import type { Values } from '../../../runtime/core/rules/rule.ts';
import { languageOf } from '../../../runtime/core/text/lang.ts';
import { useSaving } from '../../../runtime/form/model/save/useSaving.ts';
import { Form } from '../../../runtime/form/screen/Form.tsx';
import { FormFailure } from '../../../runtime/form/screen/FormFailure.tsx';
import { call } from '../../../runtime/kit/api/client.ts';
import { useLang, useT, useText } from '../../../runtime/kit/i18n/index.ts';
import { useEntityFor } from '../../../runtime/kit/session/entityFor.ts';
import { useSession } from '../../../runtime/kit/session/session.ts';
import { Icon } from '../../../runtime/kit/theme/Icon.tsx';
import { SIZE } from '../../../runtime/kit/theme/tokens.ts';
import { RefPicker } from '../../../runtime/record/filter/RefPicker.tsx';
import texts from '../texts.json';
import { NODE_ICONS } from './FlowCard.tsx';
import { USER } from './FlowWords.tsx';
import { plainSteps, type Trial } from './useFlows.ts';

interface Props {
  entity: Entity;
  flow: Flow;
  onClose(): void;
}

type Way = 'record' | 'values';

/** Returns a form with the fields that the flow's conditions read. */
function trialForm(entity: Entity, flow: Flow) {
  const conditionNames = walkFlow(flow).flatMap(({ node }) =>
    conditionsOf(node).flatMap(({ when }) => conditionFields(when)),
  );
  const people = walkFlow(flow).flatMap(({ node }) => (node.do === 'approve' ? (node.by.fields ?? []) : []));
  const names = new Set([...conditionNames, ...people]);
  const fields = Object.entries(entity.schema.properties ?? {}).filter(
    ([name, field]) => names.has(name) && field.type !== 'object' && !field['x-lines'],
  );
  return {
    name: `flow/${entity.name}`,
    schema: {
      type: 'object' as const,
      properties: Object.fromEntries(fields.map(([name, field]) => [name, plainField(field)])),
    },
    pure: {
      type: 'object',
      properties: Object.fromEntries(fields.map(([name]) => [name, pureField(entity, name)])),
    },
  };
}

function pureField({ pure }: Entity, name: string): object {
  const field = isObject(pure.properties) ? pure.properties[name] : undefined;
  if (!isObject(field)) return {};
  const { readOnly: _, ...written } = field;
  return written;
}

/** Returns a field that the user can enter, even if it is normally computed. */
function plainField(field: Field): Field {
  const keywords = [
    'type',
    'format',
    'title',
    'items',
    'x-dictionary',
    'x-options',
    'x-ref',
    'x-refKey',
    'x-unit',
  ];
  return Object.fromEntries(Object.entries(field).filter(([keyword]) => keywords.includes(keyword)));
}

/** Tests a flow before publishing: shows the approvers for an existing or an invented record. */
export function TrialDialog({ entity: whole, flow, onClose }: Props) {
  const t = useT(texts);
  const id = useId();
  const entity = useEntityFor(whole, 'read');
  const me = useSession((session) => session.user?.userId ?? null);
  const [way, setWay] = useState<Way>('values');
  const [userIds, setUserIds] = useState<(string | number)[]>(me === null ? [] : [me]);
  const [recordIds, setRecordIds] = useState<(string | number)[]>([]);
  const [values, setValues] = useState<Values>({});
  const [trial, setTrial] = useState<Trial | null>(null);
  const { busy, failure, save } = useSaving();
  const form = trialForm(entity, flow);
  const last = (keys: readonly (string | number)[]) => keys.slice(-1);
  const ready = userIds.length > 0 && (way === 'values' || recordIds.length > 0);

  async function runTrial(): Promise<void> {
    const about = way === 'record' ? { recordId: Number(recordIds[0]) } : { values };
    const body = { steps: plainSteps(flow), userId: Number(userIds[0]), ...about };
    setTrial(await call('approvalFlowTrial', { path: { entity: entity.name }, body }, { quiet: true }));
  }

  return (
    <Modal
      open
      width={SIZE.form}
      title={t('flow.trial')}
      footer={
        <Button type="primary" loading={busy} disabled={!ready} onClick={() => void save(runTrial)}>
          {t('flow.trialAsk')}
        </Button>
      }
      onCancel={onClose}
    >
      <FormFailure text={failure} />
      <div className="wd-flow-trial">
        <div className="wd-flow-field">
          <span id={`${id}-who`}>{t('flow.trialWho')}</span>
          <RefPicker
            placeholder={t('flow.choose')}
            field={USER}
            label={t('flow.trialWho')}
            chosen={userIds}
            onChange={(keys) => setUserIds(last(keys))}
          />
        </div>
        <Segmented<Way>
          value={way}
          options={[
            { value: 'values', label: t('flow.trialValues') },
            { value: 'record', label: t('flow.trialRecord') },
          ]}
          onChange={setWay}
        />
        {way === 'record' ? (
          <RefPicker
            placeholder={t('flow.choose')}
            field={{ type: 'integer', 'x-ref': entity.name }}
            label={t('flow.trialRecord')}
            chosen={recordIds}
            onChange={(keys) => setRecordIds(last(keys))}
          />
        ) : Object.keys(form.schema.properties).length > 0 ? (
          <Form form={form} value={values} onChange={setValues} />
        ) : (
          <p>{t('flow.trialNoFields')}</p>
        )}
        {trial && <TrialAnswer trial={trial} />}
      </div>
    </Modal>
  );
}

/** Shows the path of the record through the flow, step by step, with the approvers' names. */
export function TrialAnswer({ trial }: { trial: Trial }) {
  const t = useT(texts);
  const text = useText();
  const lang = useLang();
  const names = (people: Trial['steps'][number]['people']) =>
    people
      .map(({ name, substitute }) =>
        substitute ? t('flow.trialSubstitute', { name: substitute.name, for: name }) : name,
      )
      .join(languageOf(lang).comma);
  return (
    <section aria-label={t('flow.trialAnswer')} aria-live="polite">
      {trial.agreedAtOnce && <Alert type="warning" showIcon title={t('flow.trialAtOnce')} />}
      <ol className="wd-flow-answer">
        {trial.steps.map((step) => (
          <li key={step.node} data-depth={step.depth} data-skipped={step.skipped ?? undefined}>
            <Icon name={NODE_ICONS[step.kind]} />
            <span>
              <strong>{text(step.title)}</strong>
              {step.path && <span> → {text(step.path)}</span>}
              {step.mode && step.people.length > 1 && (
                <small> {t(`flow.mode.${step.mode}`, { count: step.atLeast ?? 0 })}</small>
              )}
              {step.kind !== 'branch' && (
                <p>
                  {step.chosen && step.people.length > 0 && <small>{t('flow.trialChosen')} </small>}
                  {step.stuck
                    ? t('flow.trialStuck')
                    : step.skipped
                      ? t(step.skipped === 'when' ? 'flow.trialNotNeeded' : 'flow.trialNobody')
                      : step.people.length === 0
                        ? t(step.chosen ? 'flow.chosenAny' : 'flow.trialNobodyTold')
                        : names(step.people)}
                  {step.instead && <small> {t('flow.trialInstead')}</small>}
                </p>
              )}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
