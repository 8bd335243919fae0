import '../../core/definitions/allEntities.ts';
import { Modal, Select } from 'antd';
import { useState } from 'react';
import { type Entity, entityRegistry } from '../../core/definitions/entities.ts';
import { movesOf } from '../../core/rules/states.ts';
import { useT, useText } from '../../kit/i18n/index.ts';
import { useSession } from '../../kit/session/session.ts';
import '../rights/access.css';
import { Explanation } from './Explanation.tsx';
import { PersonSelect } from './PersonSelect.tsx';
import { asksField, listAskableActions } from './questions.ts';

interface WhyNotProps {
  /** If absent, the user selects the entity. */
  entity?: Entity;
  /** The id of the record. Absent for a question about the entity. */
  id?: number;
  /** The initially selected action. The user can change action and field. */
  action?: string;
  field?: string;
  /** The user in question, if not the signed-in user. */
  person?: { id: number; name: string };
  onClose(): void;
}

/** Explains why an action is not possible: the rule, and the users who can allow it. */
export default function WhyNot({ entity: about, id, action, field, person, onClose }: WhyNotProps) {
  const t = useT();
  const text = useText();
  const mayOthers = useSession(({ can }) => can('userPermission:get') && can('user:list'));
  const [entity, setEntity] = useState(about);
  const [userId, setUserId] = useState(person?.id);
  return (
    <Modal
      open
      title={person ? t('access.mayOf', { name: person.name }) : t('access.why')}
      footer={null}
      onCancel={onClose}
      destroyOnHidden
    >
      <div className="wd-why">
        {!person && mayOthers && (
          <PersonSelect
            label={t('access.whyPerson')}
            placeholder={t('access.whyMyself')}
            value={userId}
            onChange={setUserId}
          />
        )}
        {!about && (
          <Select
            aria-label={t('access.rulesOf')}
            placeholder={t('access.rulesOf')}
            showSearch={{ optionFilterProp: 'label' }}
            value={entity?.name}
            options={entityRegistry.all().map(({ name, title }) => ({ value: name, label: text(title) }))}
            onChange={(name) => setEntity(entityRegistry.get(name))}
          />
        )}
        {entity && (
          <Question
            key={entity.name}
            {...{ entity, id, userId }}
            action={about && action}
            field={about && field}
          />
        )}
      </div>
    </Modal>
  );
}

interface QuestionProps extends Pick<WhyNotProps, 'id' | 'action' | 'field'> {
  entity: Entity;
  userId: number | undefined;
}

/** Shows the action, its field if given, and the explanation. */
function Question({ entity, id, action, field, userId }: QuestionProps) {
  const t = useT();
  const text = useText();
  const [chosenAction, setChosenAction] = useState(action);
  const [named, setNamed] = useState(field);
  const actions = [
    ...listAskableActions(entity, id !== undefined).map((value) => ({
      value: value as string,
      label: t(`access.do.${value}`),
    })),
    ...movesOf(entity).map(({ name, title }) => ({ value: name, label: text(title) })),
  ];
  const current = chosenAction ?? actions[0]?.value;
  if (!current) return null;
  const ofField = asksField(current);
  return (
    <>
      <Select
        aria-label={t('access.whyAction')}
        value={current}
        options={actions}
        onChange={setChosenAction}
      />
      {ofField && (
        <Select
          aria-label={t('access.whyField')}
          placeholder={t('access.whyAnyField')}
          allowClear
          showSearch={{ optionFilterProp: 'label' }}
          value={named}
          options={Object.entries(entity.schema.properties ?? {}).map(([value, { title }]) => ({
            value,
            label: title ? text(title) : value,
          }))}
          onChange={setNamed}
        />
      )}
      <Explanation
        query={{ entity: entity.name, action: current, id, field: ofField ? named : undefined, userId }}
      />
    </>
  );
}
