import '../../core/definitions/allEntities.ts';
import { Modal, Select } from 'antd';
import { Fragment, useId, useState } from 'react';
import { useT, useText } from '../../kit/i18n/index.ts';
import { ColleaguesSelect } from './ColleagueSelect.tsx';
import { type Choice, type Chosen, useChoosing } from './choosing.ts';

/** Asks the applicant to choose approvers, for each step that requires it. */
export default function ChooseDialog() {
  const t = useT();
  const text = useText();
  const id = useId();
  const question = useChoosing((state) => state.question);
  const [chosen, setChosen] = useState<Chosen>({});
  if (!question) return null;
  const { choices, answer } = question;
  const isWhole = choices.every(({ step }) => (chosen[step] ?? []).length > 0);
  return (
    <Modal
      open
      title={t('approval.choose')}
      okText={t('approval.submit')}
      okButtonProps={{ disabled: !isWhole }}
      cancelText={t('common.cancel')}
      onOk={() => answer(chosen)}
      onCancel={() => answer(null)}
    >
      <div className="wd-delegate">
        {choices.map((choice) => (
          <Fragment key={choice.step}>
            <label htmlFor={`${id}-${choice.step}`}>{text(choice.title)}</label>
            <PeopleChoice
              id={`${id}-${choice.step}`}
              choice={choice}
              value={chosen[choice.step] ?? []}
              onChange={(ids) => setChosen({ ...chosen, [choice.step]: ids })}
            />
          </Fragment>
        ))}
      </div>
    </Modal>
  );
}

interface PeopleProps {
  id: string;
  choice: Choice;
  value: number[];
  onChange(ids: number[]): void;
}

function PeopleChoice({ id, choice: { people }, value, onChange }: PeopleProps) {
  const t = useT();
  if (!people) return <ColleaguesSelect {...{ id, value, onChange }} />;
  return (
    <Select
      id={id}
      mode="multiple"
      value={value}
      placeholder={t('approval.delegateHint')}
      showSearch={{ optionFilterProp: 'label' }}
      options={people.map((person) => ({ value: person.id, label: person.name }))}
      onChange={onChange}
    />
  );
}
