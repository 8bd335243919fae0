import { Alert } from 'antd';
import { useState } from 'react';
import type { DashboardDocument } from '../../../generated/definition.ts';
import { useT } from '../../kit/i18n/index.ts';
import { SideButtons } from '../../kit/overlay/SideButtons.tsx';
import { ChangeList } from '../versions/ChangeList.tsx';
import { ContestCard } from './ContestCard.tsx';
import { type Choices, chooseAll, type Joined } from './mergeBoards.ts';

interface Props {
  joined: Joined;
  mine: DashboardDocument;
  theirs: DashboardDocument;
  /** The name of the user who saved first. */
  who: string;
  choices: Choices;
  onChoices(choices: Choices): void;
}

/** Shows the changes of the other user, of both, and of this user. */
export function JoinedBoards(props: Props) {
  const { joined, who } = props;
  const t = useT();
  const [open, setOpen] = useState<string | null>(null);
  return (
    <>
      <h3>{t('conflict.their', { who })}</h3>
      <ChangeList difference={joined.their} open={open} onOpen={setOpen} />
      {joined.contests.length > 0 ? (
        <Contests {...props} />
      ) : (
        <Alert type="success" showIcon title={t('conflict.none')} />
      )}
      <h3>{t('conflict.own')}</h3>
      <ChangeList difference={joined.own} open={open} onOpen={setOpen} />
    </>
  );
}

function Contests({ joined, mine, theirs, who, choices, onChoices }: Props) {
  const t = useT();
  return (
    <>
      <h3>{t('conflict.both', { count: joined.contests.length })}</h3>
      {joined.contests.length > 1 && <SideButtons onTake={(side) => onChoices(chooseAll(joined, side))} />}
      {joined.contests.map((contest) => (
        <ContestCard
          key={contest.id}
          contest={contest}
          mine={mine}
          theirs={theirs}
          who={who}
          chosen={choices[contest.id]}
          onChoose={(side) => onChoices({ ...choices, [contest.id]: side })}
        />
      ))}
    </>
  );
}
