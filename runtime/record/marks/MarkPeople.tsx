import { Button, Popover } from 'antd';
import { useState } from 'react';
import type { Data } from '../../../generated/calls.ts';
import type { EntityDefinition } from '../../../generated/definition.ts';
import { call } from '../../kit/api/client.ts';
import { notifyFailure } from '../../kit/api/failure.ts';
import { useT, useText } from '../../kit/i18n/index.ts';
import { Icon } from '../../kit/theme/Icon.tsx';

type People = Data<'recordMarkPeople'>;

interface Props {
  entity: EntityDefinition;
  id: number;
}

function Names({ title, people }: { title: string; people: People['missing'] }) {
  return (
    <section>
      <h4>{title}</h4>
      <ul>
        {people.map(({ id, name }) => (
          <li key={id}>{name}</li>
        ))}
      </ul>
    </section>
  );
}

/** Shows the users who set a mark, and the expected users without it. Only for marks that list their users. */
export function MarkPeople({ entity, id }: Props) {
  const t = useT();
  const text = useText();
  const [people, setPeople] = useState<Readonly<Record<string, People>>>({});
  const read = async (mark: string) => {
    try {
      const answer = await call('recordMarkPeople', { path: { entity: entity.name, id, mark } });
      setPeople((known) => ({ ...known, [mark]: answer }));
    } catch (error) {
      notifyFailure(error);
    }
  };
  return (entity.marks ?? [])
    .filter(({ who }) => who)
    .map(({ name, title }) => {
      const known = people[name];
      return (
        <Popover
          key={name}
          trigger="click"
          title={text(title)}
          onOpenChange={(isOpen) => void (isOpen && read(name))}
          content={
            known && (
              <>
                <Names title={t('record.markedBy', { count: known.people.length })} people={known.people} />
                {known.missing.length > 0 && (
                  <Names
                    title={t('record.markMissing', { count: known.missing.length })}
                    people={known.missing}
                  />
                )}
              </>
            )
          }
        >
          <Button
            type="text"
            icon={<Icon name="team" />}
            aria-label={t('record.markPeople', { mark: text(title) })}
          />
        </Popover>
      );
    });
}
