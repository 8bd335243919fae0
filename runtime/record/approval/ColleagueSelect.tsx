import { Select } from 'antd';
import { useEffect, useState } from 'react';
import { call } from '../../kit/api/client.ts';
import { useT } from '../../kit/i18n/index.ts';

const SEARCH_AFTER_MS = 200;

interface Person {
  id: number;
  name: string;
}

/** Returns people with matching names, after a pause in typing. */
function useColleagues(words: string): Person[] {
  const [people, setPeople] = useState<Person[]>([]);
  useEffect(() => {
    const timer = setTimeout(() => {
      call('approvalColleagues', { query: { search: words } }, { quiet: true }).then(setPeople, () =>
        setPeople([]),
      );
    }, SEARCH_AFTER_MS);
    return () => clearTimeout(timer);
  }, [words]);
  return people;
}

interface Props {
  id: string;
  value: number | null;
  /** Users to exclude. */
  without?: readonly (number | undefined)[];
  onChange(id: number): void;
}

/** Lets the user choose a colleague by name. */
export function ColleagueSelect({ id, value, without = [], onChange }: Props) {
  const t = useT();
  const [words, setWords] = useState('');
  const people = useColleagues(words).filter((person) => !without.includes(person.id));
  return (
    <Select
      id={id}
      autoFocus
      value={value}
      placeholder={t('approval.delegateHint')}
      showSearch={{ filterOption: false, onSearch: setWords }}
      options={optionsOf(people)}
      onChange={onChange}
    />
  );
}

const optionsOf = (people: readonly Person[]) =>
  people.map((person) => ({ value: person.id, label: person.name }));

interface ManyProps {
  id: string;
  value: readonly number[];
  onChange(ids: number[]): void;
}

/** Lets the user choose several colleagues. Chosen ones remain visible during a search. */
export function ColleaguesSelect({ id, value, onChange }: ManyProps) {
  const t = useT();
  const [words, setWords] = useState('');
  const [isOpen, setOpen] = useState(false);
  const people = useColleagues(words);
  const [chosen, setChosen] = useState<Person[]>([]);
  const remaining = chosen.filter((person) => value.includes(person.id));
  const others = people.filter((person) => !value.includes(person.id));
  return (
    <Select
      id={id}
      mode="multiple"
      value={[...value]}
      open={isOpen}
      onOpenChange={setOpen}
      placeholder={t('approval.delegateHint')}
      showSearch={{ filterOption: false, onSearch: setWords }}
      options={optionsOf([...remaining, ...others])}
      onChange={(ids: number[]) => {
        // The open list would cover the button of its dialog.
        setOpen(false);
        setChosen([...remaining, ...others].filter((person) => ids.includes(person.id)));
        onChange(ids);
      }}
    />
  );
}
