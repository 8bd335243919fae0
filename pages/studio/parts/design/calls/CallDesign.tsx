import '../../../../../runtime/core/definitions/allEntities.ts';
import { Input, Segmented, Select } from 'antd';
import type { ReactNode } from 'react';
import { type Entity, entityRegistry } from '../../../../../runtime/core/definitions/entities.ts';
import { useT, useText } from '../../../../../runtime/kit/i18n/index.ts';
import type { StudioProblem } from '../../document.ts';
import { TitleInput } from '../TitleInput.tsx';
import texts from '../texts.json';
import { Wrong } from '../Wrong.tsx';
import {
  type CallDocument,
  changeAction,
  changePlace,
  chooseDoing,
  chooseEntity,
  entityNameOf,
  isPicked,
  listDoings,
  type Named,
  partsOf,
  shapeOf,
} from './callChanges.ts';
import './call.css';
import { RequestRows } from './RequestRows.tsx';

const METHODS = ['get', 'post', 'put', 'delete'] as const;
const WAYS = ['page', 'array'] as const;
const LONGEST_PATH = 200;

interface Props {
  call: CallDocument;
  readOnly: boolean;
  problems: readonly StudioProblem[];
  onCall(call: CallDocument): void;
}

/** Edits a call: its records, what it does with them, its address and its conditions. */
export function CallDesign({ call, readOnly, problems, onCall }: Props) {
  const t = useT(texts);
  const { action } = call;
  const entity = entityRegistry.get(entityNameOf(call));
  const doing = isPicked(action.do) ? action.do : null;
  const optionsOf = useOptions();
  return (
    <div className="wd-design">
      <Labelled label={t('design.title')}>
        <TitleInput
          label={t('design.title')}
          title={call.title}
          readOnly={readOnly}
          onChange={(title) => onCall({ ...call, title })}
        />
      </Labelled>
      <Labelled label={t('design.callOf')}>
        <Select
          aria-label={t('design.callOf')}
          disabled={readOnly}
          showSearch={{ optionFilterProp: 'label' }}
          value={entity?.name ?? null}
          options={optionsOf(entityRegistry.all().map(({ name, title }) => ({ value: name, title })))}
          onChange={(name) => {
            const chosen = entityRegistry.get(name);
            if (chosen) onCall(chooseEntity(call, chosen));
          }}
        />
        <Wrong problems={problems} pointer="/action/entity" />
      </Labelled>
      {entity && <DoingPickers {...{ call, entity, readOnly, onCall }} />}
      <Labelled label={t('design.callPlace')}>
        <span className="wd-design-place">
          <Select
            aria-label={t('design.callMethod')}
            disabled={readOnly}
            value={call.method}
            options={METHODS.map((value) => ({ value, label: value.toUpperCase() }))}
            onChange={(method) => onCall(changePlace(call, { method }))}
          />
          <Input
            aria-label={t('design.callPlace')}
            value={call.path}
            maxLength={LONGEST_PATH}
            readOnly={readOnly}
            onChange={({ target }) => onCall(changePlace(call, { path: target.value }))}
          />
        </span>
        <Wrong problems={problems} pointer="/path" />
        <Wrong problems={problems} pointer="/name" />
      </Labelled>
      {entity && doing && shapeOf(doing).hasConditions && (
        <RequestRows part="where" {...{ call, entity, readOnly, problems, onCall }} />
      )}
      {entity && doing === 'set' && (
        <RequestRows part="values" {...{ call, entity, readOnly, problems, onCall }} />
      )}
      {!doing && <p className="wd-studio-note">{t('design.callCodeHelp')}</p>}
    </div>
  );
}

/** Returns the options of a picker. */
function useOptions() {
  const text = useText();
  return (all: readonly Named[]) => all.map(({ value, title }) => ({ value, label: text(title) }));
}

interface DoingProps extends Omit<Props, 'problems'> {
  entity: Entity;
}

/** Edits the action of a call, and its further parameters, such as a button, lines or a document. */
function DoingPickers({ call, entity, readOnly, onCall }: DoingProps) {
  const t = useT(texts);
  const optionsOf = useOptions();
  const { action } = call;
  const doing = isPicked(action.do) ? action.do : null;
  const part = partsOf(entity, action.do);
  return (
    <Labelled label={t('design.callDoes')}>
      <Select
        aria-label={t('design.callDoes')}
        disabled={readOnly}
        value={doing}
        placeholder={t('design.callCode', { word: action.do })}
        options={listDoings(entity).map((value) => ({ value, label: t(`design.does.${value}`) }))}
        onChange={(chosen) => onCall(chooseDoing(call, entity, chosen))}
      />
      {part && doing && (
        <Select
          aria-label={t('design.callPart')}
          disabled={readOnly}
          value={String(action[part.word] ?? '')}
          options={optionsOf(part.parts)}
          onChange={(chosen) => onCall(changeAction(call, { [part.word]: chosen }))}
        />
      )}
      {doing === 'list' && (
        <Segmented
          aria-label={t('design.callWay')}
          disabled={readOnly}
          value={action.as === 'array' ? 'array' : 'page'}
          options={WAYS.map((value) => ({ value, label: t(`design.way.${value}`) }))}
          onChange={(way) => onCall(changeAction(call, { as: way === 'page' ? undefined : way }))}
        />
      )}
    </Labelled>
  );
}

/** Shows the name of an input above it. */
function Labelled({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="wd-design-labelled">
      <span aria-hidden>{label}</span>
      {children}
    </div>
  );
}
